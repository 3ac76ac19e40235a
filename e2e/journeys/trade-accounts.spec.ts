import { randomUUID } from 'node:crypto'
import { expectAccessible } from '../support/axe.ts'
import { expect, signIn, test } from '../support/fixtures.ts'
import { rowWith, tabOf } from '../support/steps.ts'
import { expectToast } from '../support/toasts.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** @shows row-174, row-175 */
test('a business asks for a trade account, an admin refuses it, then approves it and closes it @phone', async ({
  page,
  browser,
  customer,
  seed,
}) => {
  const company = `Workshop ${randomUUID().slice(0, 8)}`
  await signIn(page, customer)
  await page.goto('/dashboard')
  const section = page.getByRole('region', { name: 'Trade account' })
  await section.getByRole('button', { name: 'Ask for a trade account' }).press('Enter')
  const form = page.getByRole('dialog', { name: 'Ask for a trade account' })
  await form.getByRole('button', { name: 'Send request' }).click()
  await expect(form.getByText('Company is Required')).toBeVisible()
  await expect(form.getByLabel('Company')).toBeFocused()
  await expectAccessible(page, 'a request for a trade account with errors')
  await form.getByLabel('Company').fill(company)
  await form.getByLabel('Tax ID').fill('12-3456789')
  await form.getByLabel('Invoice address').fill('1 Test Street\nSpringfield')
  await form.getByLabel('Your order numbers begin with').fill('PO-')
  await form.getByLabel('Invoice address').press('Tab')
  await form.getByRole('button', { name: 'Send request' }).press('Enter')
  await expectToast(page, 'Your request for a trade account has been sent')
  await expect(section).toContainText('Asked for')
  await expect(section).toContainText(company)
  await expect(section.getByRole('button', { name: 'Change request' })).toBeFocused()
  await expectAccessible(page, 'a profile with a request for a trade account')

  const context = await browser.newContext({ viewport: page.viewportSize() })
  const admin = await context.newPage()
  await signIn(admin, seed.admin)
  await admin.goto('/dashboard/tradeAccounts')
  await tabOf(admin, 'Trade accounts by state', /Requests/).click()
  await admin.getByRole('searchbox', { name: 'Search trade accounts' }).fill(company)
  await expect(admin.getByText('1–1 of 1')).toBeVisible()
  const row = rowWith(admin, company).first()
  await expect(row).toContainText('Tax ID: 12-3456789')
  await admin.getByRole('button', { name: `Refuse ${company}` }).click()
  const refusing = admin.getByRole('dialog', { name: 'Refuse this request?' })
  await refusing.getByRole('button', { name: 'Refuse' }).click()
  await expect(refusing.getByText('A reason is Required')).toBeVisible()
  await refusing.getByLabel('Reason').fill('We need your tax ID')
  await expectAccessible(admin, 'a refusal with its reason')
  await refusing.getByRole('button', { name: 'Refuse' }).click()
  await expect(refusing).toHaveCount(0)

  await page.reload()
  await expect(section).toContainText('We need your tax ID')
  await section.getByRole('button', { name: 'Ask again' }).click()
  await page.getByRole('dialog').getByLabel('Tax ID').fill('98-7654321')
  await page.getByRole('dialog').getByRole('button', { name: 'Send request' }).click()
  await expect(section).toContainText('Asked for')

  await tabOf(admin, 'Trade accounts by state', /All/).click()
  await admin.reload()
  await expect(row).toContainText('Tax ID: 98-7654321')
  const dialog = admin.getByRole('dialog')
  await admin.getByRole('button', { name: `Approve ${company}` }).press('Enter')
  await expect(dialog.getByLabel('Price list')).toBeVisible()
  await expect(dialog.getByLabel('Tax exempt')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await admin.route('**/api/config', async (route) => {
    const response = await route.fetch()
    const config = (await response.json()) as object
    await route.fulfill({ response, json: { ...config, taxes: true } })
  })
  await admin.reload()
  await admin.getByRole('button', { name: `Approve ${company}` }).press('Enter')
  await dialog.getByLabel('Tax exempt').check()
  await admin.getByRole('dialog').getByRole('button', { name: 'Approve' }).press('Enter')
  await expect(row).toContainText('Tax exempt')
  await expect(admin.getByRole('button', { name: `Change terms ${company}` })).toBeVisible()
  await expectAccessible(admin, 'the trade accounts with the last decisions')

  await page.reload()
  await expect(section).toContainText('Approved')
  await expect(section.getByRole('button', { name: 'Withdraw request' })).toHaveCount(0)
  await admin.getByRole('button', { name: `Close ${company}` }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Close trade account' }).click()
  await expect(admin.getByRole('dialog')).toHaveCount(0)
  await context.close()

  await page.reload()
  await expect(section).toContainText('Closed')
  await section.getByRole('button', { name: 'Withdraw request' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(section.getByRole('button', { name: 'Ask for a trade account' })).toBeVisible()
})
