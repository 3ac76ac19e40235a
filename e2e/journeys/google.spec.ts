import { accountTexts } from '../support/account-texts.ts'
import { expect, test } from '../support/fixtures.ts'
import {
  blockPopups,
  chooseGoogleAccount,
  mainOf,
  openGooglePopup,
  recordPopupFeatures,
  storedToken,
} from '../support/steps.ts'

/** @shows row-17, row-29 */
test('the Google popup is 500 by 600; closing it shows an error', async ({ page }) => {
  await recordPopupFeatures(page)
  await page.goto('/login')
  const popup = await openGooglePopup(page)
  expect(await page.title()).toMatch(/\bwidth=500,height=600\b/)
  await popup.getByRole('button').first().waitFor()
  await popup.close()
  await expect(mainOf(page).getByRole('alert')).toHaveText(accountTexts.googleWindowClosed)
  expect(await page.evaluate(storedToken)).toBeNull()
})

/** @shows row-29 */
test('a second Google popup replaces the first and signs in', async ({ page }) => {
  await page.goto('/login')
  const main = mainOf(page)
  await expect(main.getByRole('button', { name: 'Login', exact: true })).toBeEnabled()
  const popup = await openGooglePopup(page)
  await popup.getByRole('button').first().waitFor()
  const earlier = popup.url()
  await main.getByRole('button', { name: 'Login with Google' }).click()
  await expect(main.getByRole('alert')).toHaveText(
    'The earlier Google window was closed because a new one was opened.',
  )
  // Until the new sign-in loads, the popup still shows the cancelled one.
  await expect(popup).not.toHaveURL(earlier)
  await chooseGoogleAccount(popup)
  await expect(page).toHaveURL(/:\d+\/$/)
  expect(await page.evaluate(storedToken)).toMatch(/^ey/)
})

/** @shows row-17, row-29 */
test('a blocked Google popup falls back to a redirect', async ({ page }) => {
  await blockPopups(page)
  await page.goto('/dashboard/myOrder')
  await expect(page).toHaveURL(/\/login$/)
  await mainOf(page).getByRole('button', { name: 'Login with Google' }).click()
  await expect(page).toHaveURL(/google/)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(mainOf(page).getByRole('alert')).toHaveText(accountTexts.googleWindowClosed)
  await mainOf(page).getByRole('link', { name: 'Back to Login' }).click()
  await mainOf(page).getByRole('button', { name: 'Login with Google' }).click()
  await chooseGoogleAccount(page)
  await expect(page).toHaveURL(/\/dashboard\/myOrder$/)
})

test('an e-mail address that Google has not verified is refused', async ({ page }) => {
  await page.goto('/login')
  const popup = await openGooglePopup(page)
  await popup.getByRole('button', { name: 'Uma Reed' }).click()
  await expect(mainOf(page).getByRole('alert')).toHaveText(
    'Google has not verified your email address. Verify it with Google, or log in with a password.',
  )
  expect(await page.evaluate(storedToken)).toBeNull()
})
