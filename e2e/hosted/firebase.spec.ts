import { accountTexts } from '../support/account-texts.ts'
import { expectAccessible } from '../support/axe.ts'
import { newPerson } from '../support/api.ts'
import { fillLogin, fillSignUp, waitForHydration, login } from '../support/fixtures.ts'
import {
  blockPopups,
  mainOf,
  openGooglePopup,
  recordPopupFeatures,
  storedToken,
} from '../support/steps.ts'
import {
  chooseGoogleAccount,
  codesTo,
  createAccount,
  expect,
  linkTo,
  setEmailPrivacy,
  signUp,
  test,
} from './emulated.ts'

/** @shows row-72 */
test('a visitor signs up, verifies the e-mail address and logs in', async ({ page, request }) => {
  const mia = newPerson()
  await signUp(page, mia)
  await expect(mainOf(page)).toContainText(accountTexts.emailed(mia.email))

  await page.goto(await linkTo(mia, 'VERIFY_EMAIL'))
  await expect(page.getByText(accountTexts.addressVerified).first()).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).first().click()

  const [part] = await (await request.get('/api/products?limit=1')).json()
  await page.goto(`/order/${part._id}`)
  await expect(page).toHaveURL(/\/login$/)
  await fillLogin(page, mia)
  await expect(page).toHaveURL(/\/order\//)
  await expect(mainOf(page)).toContainText(mia.name)
  await expect(mainOf(page)).toContainText(mia.email)
})

test('a refusal of the provider is shown under the form without its code', async ({ page }) => {
  const mia = newPerson()
  await createAccount(mia)
  await page.goto('/login')
  const alert = mainOf(page).getByRole('alert')
  const stranger = newPerson('Stranger')

  await fillLogin(page, { ...mia, password: 'not-this-one' })
  await expect(alert).toHaveText(accountTexts.wrongPassword)
  await fillLogin(page, stranger)
  await expect(alert).toHaveText(accountTexts.noAccount)

  await setEmailPrivacy(true)
  await fillLogin(page, stranger)
  await expect(alert).toHaveText(accountTexts.wrongPassword)
  await setEmailPrivacy(false)
  expect(await page.evaluate(storedToken)).toBeNull()
})

test('an e-mail address with an account is refused at sign-up', async ({ page }) => {
  const mia = newPerson()
  await createAccount(mia)
  await page.goto('/signup')
  await fillSignUp(page, mia)
  await expect(mainOf(page).getByRole('alert')).toHaveText(accountTexts.accountTaken)
})

test('a forgotten password is reset once with the link in the mail', async ({ page }) => {
  const mia = newPerson()
  await createAccount(mia)
  await page.goto('/login')
  await mainOf(page).getByLabel('Email').fill(mia.email)
  await mainOf(page).getByRole('button', { name: 'Forgot Password' }).click()
  await expect(mainOf(page)).toContainText(accountTexts.resetSent)

  const link = await linkTo(mia, 'PASSWORD_RESET')
  const renewed = { ...mia, password: 'headlight-41' }
  await page.goto(link)
  await mainOf(page).getByLabel('Password', { exact: true }).fill(renewed.password)
  await mainOf(page).getByRole('button', { name: 'Save password' }).click()
  await expect(mainOf(page)).toContainText(accountTexts.passwordChanged)

  await page.goto(link)
  await expect(mainOf(page).getByRole('alert')).toHaveText(accountTexts.linkExpired)
  await expect(mainOf(page).getByRole('button', { name: 'Save password' })).toHaveCount(0)
  await login(page, renewed)
})

test('the verification mail can be sent again', async ({ page }) => {
  const mia = newPerson()
  await createAccount(mia)
  await login(page, mia)
  await page.goto('/dashboard/addProduct')
  await mainOf(page).getByRole('button', { name: 'Sent again' }).click()
  await expect(mainOf(page)).toContainText(accountTexts.emailed(mia.email))
  expect(await codesTo(mia, 'VERIFY_EMAIL')).toHaveLength(2)
})

test('a verified e-mail address applies to the session at once', async ({ page }) => {
  const mia = newPerson()
  await createAccount(mia)
  await login(page, mia)
  await page.goto(await linkTo(mia, 'VERIFY_EMAIL'))
  await expect(page.getByText(accountTexts.addressVerified).first()).toBeVisible()
  await page.goto('/dashboard/addProduct')
  await expect(mainOf(page)).toContainText(accountTexts.notAdmin(mia.email))
})

test('an invalid link leads to the login, which sends a new one', async ({ page }) => {
  for (const query of ['?mode=verifyEmail&oobCode=made-up', '']) {
    await page.goto(`/auth/action${query}`)
    await expect(page).toHaveURL(/\/login\?error=expired$/)
    await expect(mainOf(page)).toContainText(accountTexts.linkExpired)
  }
  await expectAccessible(page, 'a used link')
})

/** @shows row-72 */
test('Google signs in through a popup of 500 by 600', async ({ page }) => {
  await recordPopupFeatures(page)
  const mia = newPerson('Greta')
  await page.goto('/login')
  const popup = await openGooglePopup(page)
  expect(await page.title()).toMatch(/\bwidth=500,height=600\b/)
  await chooseGoogleAccount(popup, mia)
  await expect(page).toHaveURL(/:\d+\/$/)
  expect(await page.evaluate(storedToken)).toMatch(/^ey/)
  await page.goto('/dashboard')
  await expect(mainOf(page)).toContainText(mia.email)
})

test('closing the Google popup shows an error under the form', async ({ page }) => {
  await page.goto('/login')
  const popup = await openGooglePopup(page)
  await popup.getByRole('button', { name: 'Add new account' }).waitFor()
  await popup.close()
  await expect(mainOf(page).getByRole('alert')).toHaveText(accountTexts.googleWindowClosed)
})

test('a blocked Google popup falls back to a redirect and returns', async ({ page }) => {
  await blockPopups(page)
  const mia = newPerson('Greta')
  await page.goto('/dashboard/myOrder')
  await expect(page).toHaveURL(/\/login$/)
  await mainOf(page).getByRole('button', { name: 'Login with Google' }).click()
  await expect(page).toHaveURL(/\/emulator\/auth\/handler/)
  await page.goBack()
  await expect(mainOf(page).getByRole('alert')).toHaveText(accountTexts.googleWindowClosed)
  await mainOf(page).getByRole('link', { name: 'Back to Login' }).click()
  await mainOf(page).getByRole('button', { name: 'Login with Google' }).click()
  await chooseGoogleAccount(page, mia)
  await expect(page).toHaveURL(/\/dashboard\/myOrder$/)
  expect(await page.evaluate(storedToken)).toMatch(/^ey/)
})

/** @shows row-72 */
test('signing out ends the session in every tab and at the provider', async ({ page, context }) => {
  const mia = newPerson()
  await createAccount(mia)
  await login(page, mia)
  const other = await context.newPage()
  await other.goto('/dashboard')
  await expect(mainOf(other)).toContainText(mia.email)

  await page.getByRole('button', { name: 'Logout' }).first().click()
  await expect(other.getByRole('link', { name: 'Login' }).first()).toBeVisible()

  await expect.poll(() => page.evaluate(storedAccounts)).toEqual([])
  await other.goto('/dashboard')
  await expect(other).toHaveURL(/\/login$/)
})

test('an expired access token is renewed from the session at the provider', async ({ page }) => {
  const mia = newPerson()
  await createAccount(mia)
  await login(page, mia)
  await waitForHydration(page)
  const expired = await page.evaluate(() => {
    const [header, payload = '', signature] = String(localStorage.getItem('accessToken')).split('.')
    const claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    const token = [header, btoa(JSON.stringify({ ...claims, exp: 1 })), signature].join('.')
    localStorage.setItem('accessToken', token)
    return token
  })
  await page.goto('/dashboard')
  await expect(mainOf(page)).toContainText(mia.email)
  expect(await page.evaluate(storedToken)).toMatch(/^ey/)
  expect(await page.evaluate(storedToken)).not.toBe(expired)
})

/** For `page.evaluate`: the accounts that the SDK has stored. */
const storedAccounts = () =>
  Object.keys(localStorage).filter((key) => key.startsWith('firebase:authUser'))
