import type { Page } from '@playwright/test'
import { accountTexts } from '../support/account-texts.ts'
import { mailsTo, newestMailTo, newPerson, signUp } from '../support/api.ts'
import type { Person } from '../support/api.ts'
import { expect, fillLogin, waitForHydration, login, test } from '../support/fixtures.ts'
import { mainOf, storedToken } from '../support/steps.ts'
import { expectToast } from '../support/toasts.ts'

async function openLink(page: Page, person: Person) {
  await page.goto((await newestMailTo(person)).links[0] ?? '')
  await waitForHydration(page)
}

/** @shows row-90 */
test('a link that is opened in another browser asks for the password, with the keyboard alone too', async ({
  page,
  browser,
}) => {
  const mia = newPerson()
  const desktop = await browser.newContext()
  const first = await desktop.newPage()
  await signUp(desktop.request, mia)
  await login(first, mia)

  await openLink(page, mia)
  await expect(page).toHaveURL(/\/confirm-email\?token=/)
  const main = mainOf(page)
  await expect(main.getByRole('heading', { name: 'Confirm your address' })).toBeVisible()
  await expect(main.getByLabel('Email')).toHaveValue(mia.email)
  await main.getByLabel('Email').focus()
  await page.keyboard.press('Tab')
  const password = main.getByLabel('Password', { exact: true })
  await expect(password).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(main.getByRole('alert')).toHaveText('Password is Required')
  await page.keyboard.type('not-this-one')
  await page.keyboard.press('Enter')
  await expect(main.getByRole('alert')).toHaveText(accountTexts.wrongPassword)
  await expect(password).toHaveValue('not-this-one')
  await password.fill(mia.password)
  await page.keyboard.press('Enter')
  await expectToast(page, accountTexts.addressVerified)
  await expect(page).toHaveURL(/:\d+\/$/)
  expect(await page.evaluate(storedToken)).toMatch(/^ey/)

  // The browser that signed up has to log in again.
  await first.goto('/dashboard/myOrder')
  await expect(first).toHaveURL(/\/login$/)
  await fillLogin(first, mia)
  await expect(first).toHaveURL(/\/dashboard\/myOrder$/)
  await desktop.close()
})

/** @shows row-90, asvs-6.8.1 */
test('an owner whose address a stranger signed up with makes the account theirs by a password of their own', async ({
  page,
  browser,
}) => {
  const known = newPerson()
  const strangers = await browser.newContext()
  const stranger = await strangers.newPage()
  await signUp(strangers.request, known)
  await login(stranger, known)

  await openLink(page, known)
  const main = mainOf(page)
  await expect(main.getByRole('heading', { name: 'Didn’t sign up?' })).toBeVisible()
  await main.getByRole('button', { name: 'Set a new password' }).click()
  await expect(main.getByText(`${accountTexts.emailed(known.email)} a link`)).toBeVisible()
  await expect.poll(async () => (await mailsTo(known)).length).toBe(2)
  await page.goto((await newestMailTo(known)).links[0] ?? '')
  const mine = { ...known, password: 'quarter-panel-7' }
  await main.getByLabel('Password', { exact: true }).fill(mine.password)
  await main.getByRole('button', { name: 'Save password' }).click()
  await expect(main.getByText(accountTexts.passwordChanged)).toBeVisible()
  await fillLogin(page, mine)
  await expect(page).not.toHaveURL(/\/login/)
  await page.goto('/dashboard/manageAllOrders')
  await expect(page.getByText(accountTexts.notAdmin(mine.email))).toBeVisible()

  await stranger.goto('/dashboard/myOrder')
  await expect(stranger).toHaveURL(/\/login$/)
  await fillLogin(stranger, known)
  await expect(mainOf(stranger).getByRole('alert')).toHaveText(accountTexts.wrongPassword)
  await strangers.close()
})
