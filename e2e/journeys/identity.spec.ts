import { accountTexts } from '../support/account-texts.ts'
import { newestMailTo, newPerson } from '../support/api.ts'
import { expect, fillLogin, fillSignUp, login, test } from '../support/fixtures.ts'
import { expectToast } from '../support/toasts.ts'
import { blockPopups, chooseGoogleAccount, openGooglePopup, storedToken } from '../support/steps.ts'

/** @shows row-18, row-20, row-24, row-26, asvs-7.6.2 */
test('a visitor signs up, verifies, logs in and returns to the page', async ({ page }) => {
  const mia = newPerson()
  await page.goto('/dashboard/addReview')
  await expect(page).toHaveURL(/\/login$/)
  const main = page.getByRole('main')
  await main.getByRole('link', { name: 'Create new Account' }).click()
  await fillSignUp(page, mia)
  await expect(page).toHaveURL(/\/login$/)

  const { links } = await newestMailTo(mia)
  await page.goto(links[0] ?? '')
  await expectToast(page, accountTexts.addressVerified)
  await expect(page).toHaveURL(/:\d+\/$/)

  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('button', { name: 'Logout' })).toHaveCount(0)
  await page.goto('/dashboard/addReview')
  await expect(page).toHaveURL(/\/login$/)
  const exchanged = page.waitForRequest(/\/api\/user\//)
  await fillLogin(page, mia)
  expect((await exchanged).method()).toBe('PUT')
  await expect(page).toHaveURL(/\/dashboard\/addReview$/)
  expect(await page.evaluate(storedToken)).toMatch(/^ey/)
  await page.reload()
  await expect(page).toHaveURL(/\/dashboard\/addReview$/)
})

/** @shows row-18, row-29 */
test('a wrong password shows an error and keeps the input', async ({ page, customer }) => {
  await page.goto('/login')
  await fillLogin(page, { email: customer.email, password: 'not-this-one' })
  const main = page.getByRole('main')
  await expect(main.getByRole('alert')).toHaveText(accountTexts.wrongPassword)
  await expect(main.getByLabel('Email')).toHaveValue(customer.email)
  await expect(page).toHaveURL(/\/login$/)
})

/** @shows row-25, row-26, asvs-14.3.1 */
test('logging out ends the session and leads to Home', async ({ page, customer }) => {
  await login(page, customer)
  const logout = page.getByRole('button', { name: 'Logout' })
  await logout.click()
  await expect(page).toHaveURL(/\/$/)
  expect(await page.evaluate(storedToken)).toBeNull()
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/login$/)
})

/** @shows row-17, row-18, asvs-7.6.2 */
test('Google signs in through a popup', async ({ page }) => {
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/login$/)
  const popup = await openGooglePopup(page)
  await chooseGoogleAccount(popup)
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect.poll(() => popup.isClosed()).toBe(true)
  expect(await page.evaluate(storedToken)).toMatch(/^ey/)
})

/** @shows row-17 */
test('Google signs in by redirect where popups are blocked', async ({ page }) => {
  await blockPopups(page)
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/login$/)
  await page.getByRole('button', { name: 'Login with Google' }).click()
  await expect(page).toHaveURL(/google/)
  await chooseGoogleAccount(page)
  await expect(page).toHaveURL(/\/dashboard$/)
  expect(await page.evaluate(storedToken)).toMatch(/^ey/)
})

test.describe('before any script runs', () => {
  test.use({ javaScriptEnabled: false })

  test('a login that is submitted too early puts no password into the URL', async ({ page }) => {
    await page.goto('/login')
    const main = page.getByRole('main')
    await main.getByLabel('Email').fill('mia@shop.example')
    await main.getByLabel('Password', { exact: true }).fill('taillight-40')
    await main.getByLabel('Password', { exact: true }).press('Enter')
    await expect(main.getByRole('button', { name: 'Login', exact: true })).toBeDisabled()
    await expect(page).toHaveURL(/\/login$/)
  })
})
