import type { Page } from '@playwright/test'
import { accountTexts } from '../support/account-texts.ts'
import { openSession } from '../support/api.ts'
import type { Person } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, fillLogin, signIn, test } from '../support/fixtures.ts'
import { download as downloadBy, failCalls } from '../support/steps.ts'
import { expectToast } from '../support/toasts.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

async function openProfile(page: Page, person: Person) {
  await signIn(page, person)
  await page.goto('/dashboard')
  const section = page.getByRole('region', { name: 'Your data' })
  return {
    download: section.getByRole('button', { name: 'Download my data' }),
    erase: section.getByRole('button', { name: 'Erase my account' }),
    dialog: page.getByRole('dialog'),
  }
}

/** Whether the focus is on the page behind a dialog; for `page.evaluate`. */
const focusesPage = () =>
  document.activeElement !== document.body && !document.activeElement?.closest('dialog')

/** @shows row-93, row-94 */
test('a customer downloads everything, erases the account, and leaves orders without a person @phone', async ({
  page,
  browser,
  customer,
  seed,
}) => {
  const part = await seed.part({ quantity: 100 })
  const shipped = await seed.paidOrderWithoutAddress(customer, part)
  const admin = await openSession(seed.admin)
  await admin.send('PUT', `/order/shipping/${shipped}`, {})
  await admin.end()
  await seed.order(customer, part)
  const { download, erase, dialog } = await openProfile(page, customer)

  const file = await downloadBy(page, download)
  expect(file.name).toBe('my-data.json')
  const data = JSON.parse(file.bytes.toString()) as Record<string, object[]>
  expect(data['users']).toMatchObject([{ email: customer.email, name: 'Mia' }])
  expect(data['orders']).toHaveLength(2)

  await erase.click()
  await expect(dialog.getByText('1 unpaid order will be cancelled.')).toBeVisible()
  const password = dialog.getByLabel('Password', { exact: true })
  const confirm = dialog.getByRole('button', { name: 'Erase my account' })
  await confirm.click()
  await expect(dialog.getByRole('alert')).toHaveText('Password is Required')
  await password.fill('not-this-one')
  await confirm.click()
  await expect(dialog.getByRole('alert')).toHaveText(accountTexts.wrongPassword)
  await expectAccessible(page, 'a refused erasure')
  await password.fill(customer.password)
  await confirm.click()
  await expectToast(page, 'Your account has been erased')
  await expect(page).toHaveURL('/')
  expect(await seed.unitsLeft(part)).toBe(90)

  await page.goto('/login')
  await fillLogin(page, customer)
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(accountTexts.wrongPassword)

  const context = await browser.newContext()
  const adminPage = await context.newPage()
  await signIn(adminPage, seed.admin)
  await adminPage.goto(`/dashboard/manageAllOrders?tab=all&q=${shipped}`)
  const orders = adminPage.getByRole('main')
  await expect(orders.getByText('Erased')).toBeVisible()
  await expect(orders.getByText('No delivery address')).toBeVisible()
  await expect(orders.getByText(customer.email)).toBeHidden()
  await context.close()
})

/** @shows row-93, asvs-7.5.1 */
test('after an old sign-in the password is asked for, by keyboard too', async ({
  page,
  customer,
}) => {
  const { download, dialog } = await openProfile(page, customer)
  let isOld = true
  await page.route('**/api/account/*/data', (route) =>
    isOld
      ? route.fulfill({
          status: 403,
          json: {
            type: '',
            code: 'sign-in-too-old',
            title: 'Sign in again to do this',
            status: 403,
          },
        })
      : route.fallback(),
  )
  await download.focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  await expectAccessible(page, 'a download that asks for the password')
  for (let presses = 0; presses < 8; presses += 1) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(focusesPage)).toBe(false)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(download).toBeFocused()

  await page.keyboard.press('Enter')
  await dialog.getByLabel('Password', { exact: true }).focus()
  await page.keyboard.type(customer.password)
  isOld = false
  const arriving = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  expect((await arriving).suggestedFilename()).toBe('my-data.json')
  await expect(dialog).toBeHidden()
})

/** @shows row-94 */
test('consequences that cannot be read, and a refused erasure, are said', async ({
  page,
  customer,
}) => {
  const { erase, dialog } = await openProfile(page, customer)
  await failCalls(page, '**/api/account/*/erasure', 500)
  await erase.click()
  await expect(dialog.getByText('Your account could not be loaded')).toBeVisible()
  await page.unroute('**/api/account/*/erasure')
  await dialog.getByRole('button', { name: /again/i }).click()
  await expect(dialog.getByText('This can’t be undone')).toBeVisible()
  await failCalls(page, '**/api/account/*', 503)
  await dialog.getByLabel('Password', { exact: true }).fill(customer.password)
  await dialog.getByRole('button', { name: 'Erase my account' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Temporarily unavailable')
})
