import { expect, test } from '../support/shop.ts'
import { chooseGoogleAccount, mainOf, storedToken } from '../support/steps.ts'

/** @shows row-17, row-29 */
test('the window for Google is 500 by 600, and closing it is said under the form', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const { open } = window
    window.open = (url, target, features) => {
      document.title = String(features)
      return open(url, target, features)
    }
  })
  await page.goto('/login')
  const opening = page.waitForEvent('popup')
  await mainOf(page).getByRole('button', { name: 'Login with Google' }).click()
  const popup = await opening
  expect(await page.title()).toMatch(/\bwidth=500,height=600\b/)
  await popup.getByRole('button').first().waitFor()
  await popup.close()
  await expect(mainOf(page).getByRole('alert')).toContainText('auth/popup-closed-by-user')
  expect(await page.evaluate(storedToken)).toBeNull()
})

/** @shows row-29 */
test('a window for Google that gives way to a new one is said, and the new one signs in', async ({
  page,
}) => {
  await page.goto('/login')
  const main = mainOf(page)
  await expect(main.getByRole('button', { name: 'Login', exact: true })).toBeEnabled()
  const google = main.getByRole('button', { name: 'Login with Google' })
  const opening = page.waitForEvent('popup')
  await google.click()
  const popup = await opening
  await popup.getByRole('button').first().waitFor()
  const earlier = popup.url()
  await google.click()
  await expect(main.getByRole('alert')).toHaveText(
    'The earlier Google window was closed for a new one (auth/cancelled-popup-request).',
  )
  // Until the new sign-in has arrived, the window still shows the one that is cancelled.
  await expect(popup).not.toHaveURL(earlier)
  await chooseGoogleAccount(popup)
  await expect(page).toHaveURL(/:\d+\/$/)
  expect(await page.evaluate(storedToken)).toMatch(/^ey/)
})

/** @shows row-17, row-29 */
test('where the Google window is blocked this one goes there, and a cancelled login is said', async ({
  page,
}) => {
  await page.addInitScript(() => {
    window.open = () => null
  })
  await page.goto('/dashboard/myOrder')
  await expect(page).toHaveURL(/\/login$/)
  await mainOf(page).getByRole('button', { name: 'Login with Google' }).click()
  await expect(page).toHaveURL(/google/)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(mainOf(page).getByRole('alert')).toHaveText(
    'The Google window was closed before the sign-in was finished (auth/popup-closed-by-user).',
  )
  await mainOf(page).getByRole('link', { name: 'Back to Login' }).click()
  await mainOf(page).getByRole('button', { name: 'Login with Google' }).click()
  await chooseGoogleAccount(page)
  await expect(page).toHaveURL(/\/dashboard\/myOrder$/)
})

test('an address that Google has not verified signs nobody in, and the form says what to do', async ({
  page,
}) => {
  await page.goto('/login')
  const opening = page.waitForEvent('popup')
  await mainOf(page).getByRole('button', { name: 'Login with Google' }).click()
  const popup = await opening
  await popup.getByRole('button', { name: 'Uma Reed' }).click()
  await expect(mainOf(page).getByRole('alert')).toHaveText(
    'Google has not verified your e-mail address. Verify it there, or log in with a password (auth/unverified-email).',
  )
  expect(await page.evaluate(storedToken)).toBeNull()
})
