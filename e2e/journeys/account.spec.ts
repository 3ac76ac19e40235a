import type { APIRequestContext, Page } from '@playwright/test'
import { accountTexts } from '../support/account-texts.ts'
import { mailsTo, newestMailTo, newPerson, signUp, verifyEmail } from '../support/api.ts'
import { expect, fillLogin, fillSignUp, login, test } from '../support/fixtures.ts'
import { mainOf, storedToken } from '../support/steps.ts'
import { expectToast } from '../support/toasts.ts'

const alertsIn = (page: Page) => () => mainOf(page).getByRole('alert').allTextContents()

/** Logs in with a new account whose e-mail address is not verified. */
async function loginUnverified(page: Page, request: APIRequestContext) {
  const mia = newPerson()
  await signUp(request, mia)
  await login(page, mia)
  return mia
}

/** @shows row-21, row-22, row-23, asvs-6.2.6 */
test('the sign-up and login forms show a message for each invalid field', async ({ page }) => {
  await page.goto('/signup')
  const main = mainOf(page)
  const submit = main.getByRole('button', { name: 'Sign Up', exact: true })
  await submit.click()
  const messages = alertsIn(page)
  await expect
    .poll(messages)
    .toEqual(['Name is Required', 'Email is Required', 'Password is Required'])
  await main.getByLabel('Email').fill('mia@shop.example')
  const password = main.getByLabel('Password', { exact: true })
  await password.fill('taillight-40')
  await expect(password).toHaveAttribute('type', 'password')
  for (const [name, message] of [
    ['Mi', 'Must be 3 characters or longer'],
    ['Mia Motors', 'Provide a valid Name'],
    ['Mia7', 'Provide a valid Name'],
  ] as const) {
    await main.getByLabel('Name').fill(name)
    await expect.poll(messages).toEqual([message])
  }
  await main.getByLabel('Name').fill('Mia')
  for (const email of ['mia', 'mia@shop', 'mia@shop.x']) {
    await main.getByLabel('Email').fill(email)
    await expect.poll(messages).toEqual(['Provide a valid Email'])
  }
  await main.getByLabel('Email').fill('mia@shop.example')
  await main.getByLabel('Password', { exact: true }).fill('12345')
  await expect.poll(messages).toEqual(['Must be 6 characters or longer'])
  await main.getByLabel('Password', { exact: true }).fill('123456')
  await expect.poll(messages).toEqual([])

  await main.getByRole('link', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await main.getByRole('button', { name: 'Login', exact: true }).click()
  await expect.poll(messages).toEqual(['Email is Required', 'Password is Required'])
  await fillLogin(page, { email: 'mia', password: '12345' })
  await expect.poll(messages).toEqual(['Provide a valid Email', 'Must be 6 characters or longer'])
})

/** @shows row-214 */
test('an address that the sign-in service does not take is refused at its field', async ({
  page,
}) => {
  const refusal = /^This email address cannot be used/
  await page.goto('/signup')
  await fillSignUp(page, { name: 'Mia', email: 'smith&sons@garage.com', password: 'taillight-40' })
  const main = mainOf(page)
  const email = main.getByLabel('Email')
  await expect(email).toHaveAccessibleDescription(refusal)
  await expect(email).toBeFocused()
  await page.goto('/login')
  await email.fill('smith&sons@garage.com')
  await main.getByRole('button', { name: 'Forgot Password' }).click()
  await expect(email).toHaveAccessibleDescription(refusal)
})

/** @shows row-20, row-24, row-29 */
test(
  'sign-up and login exchange tokens before they redirect',
  { tag: '@production' },
  async ({ page }) => {
    const mia = newPerson()
    const main = mainOf(page)
    const naming = page.waitForRequest((request) => request.url().includes('/api/updateUser/'))
    await page.goto('/signup')
    await fillSignUp(page, mia)
    const { name, email } = mia
    expect([(await naming).method(), (await naming).postDataJSON()]).toEqual([
      'PUT',
      { email, name },
    ])
    expect(await (await (await naming).response())?.json()).toEqual({
      token: expect.stringMatching(/^ey/),
    })
    await expect(page).toHaveURL(/\/login$/)
    await expect(main.getByText(accountTexts.emailed(email))).toBeVisible()
    expect(await page.evaluate(storedToken)).toMatch(/^ey/)

    const exchanging = page.waitForRequest(/\/api\/user\//)
    await fillLogin(page, mia)
    const exchange = await exchanging
    expect([exchange.method(), exchange.postDataJSON()]).toEqual(['PUT', { email }])
    const response = await exchange.response()
    await expect(page).toHaveURL(/:\d+\/$/)
    expect(await response?.json()).toEqual({ token: await page.evaluate(storedToken) })

    await page.context().clearCookies()
    await page.evaluate(() => localStorage.clear())
    await page.goto('/signup')
    await fillSignUp(page, mia)
    await expect(main.getByRole('alert')).toHaveText(accountTexts.accountTaken)
    await expect(main.getByLabel('Email')).toHaveValue(email)
  },
)

/** @shows row-19, asvs-6.2.2, row-189 */
test(
  "'Forgot Password' mails a link to set a new password @translated",
  { tag: '@production' },
  async ({ page, customer }) => {
    await page.goto('/login')
    const main = mainOf(page)
    await main.getByRole('button', { name: 'Forgot Password' }).click()
    await expect(main.getByRole('alert')).toHaveText('Email is Required')
    await main.getByLabel('Email').fill(customer.email)
    const before = (await mailsTo(customer)).length
    await main.getByRole('button', { name: 'Forgot Password' }).click()
    await expect(main.getByText(accountTexts.resetSent)).toBeVisible()
    await expect.poll(async () => (await mailsTo(customer)).length).toBe(before + 1)

    await page.goto((await newestMailTo(customer)).links[0] ?? '')
    const password = 'quarter-panel-7'
    await main.getByLabel('Password', { exact: true }).fill(password)
    await main.getByRole('button', { name: 'Save password' }).click()
    await expect(main.getByText(accountTexts.passwordChanged)).toBeVisible()
    await fillLogin(page, customer)
    await expect(main.getByRole('alert')).toHaveText(accountTexts.wrongPassword)
    await fillLogin(page, { ...customer, password })
    await expect(page).not.toHaveURL(/\/login/)
  },
)

/** @shows row-27, row-29 */
test("'Sent again' repeats the mail, or fails when signed out", async ({ page, request }) => {
  const mia = await loginUnverified(page, request)
  await page.goto('/dashboard/manageAllOrders')
  const main = mainOf(page)
  await expect(main.getByRole('heading', { name: 'Your Email is not Verified' })).toBeVisible()
  await main.getByRole('button', { name: 'Sent again' }).click()
  await expect(main.getByText(accountTexts.emailed(mia.email))).toBeVisible()
  await expect.poll(async () => (await mailsTo(mia)).length).toBe(2)

  await page.context().clearCookies()
  await page.reload()
  await main.getByRole('button', { name: 'Sent again' }).click()
  await expect(main.getByRole('alert')).toHaveText('No user is logged in')

  await main.getByRole('button', { name: 'Back to Login' }).click()
  await expect(page).toHaveURL(/\/login$/)
  expect(await page.evaluate(storedToken)).toBeNull()
})

/** @shows row-18, asvs-7.2.4 */
test('a signed-in customer is redirected from Login and Sign Up', async ({ page, customer }) => {
  await login(page, customer)
  for (const path of ['/login', '/signup']) {
    await page.goto(path)
    await expect(page).toHaveURL(/:\d+\/$/)
    await expect(page.getByRole('heading', { name: 'Find Auto Parts Fast' })).toBeVisible()
  }
})

/** @shows row-26 */
test('a login in another tab redirects this one to its page', async ({ page, customer }) => {
  await page.goto('/dashboard/myOrder')
  await expect(page).toHaveURL(/\/login$/)
  const other = await page.context().newPage()
  await login(other, customer)
  await expect(page).toHaveURL(/\/dashboard\/myOrder$/)
  await expect(page.getByText('No orders yet')).toBeVisible()
})

/** @shows row-18 */
test(
  'a verification link keeps a customer signed in',
  { tag: '@production' },
  async ({ page, request }) => {
    const mia = await loginUnverified(page, request)
    const unverified = await page.evaluate(storedToken)
    await page.goto((await newestMailTo(mia)).links[0] ?? '')
    await expectToast(page, accountTexts.addressVerified)
    await expect(page).toHaveURL(/:\d+\/$/)
    await expect.poll(() => page.evaluate(storedToken)).not.toBe(unverified)
    await page.goto('/dashboard/manageAllOrders')
    await expect(page.getByText(accountTexts.notAdmin(mia.email))).toBeVisible()

    await page.goto('/login?verified=1&error=TOKEN_EXPIRED')
    await expectToast(page, new RegExp(`^${accountTexts.linkExpired}`))
    await expect(page).toHaveURL(/:\d+\/$/)
  },
)

/** @shows row-109 */
test('expired links of mails are replaced with one press', async ({ page, request }) => {
  const mia = await loginUnverified(page, request)
  const main = mainOf(page)
  await page.goto('/login?verified=1&error=TOKEN_EXPIRED')
  await expect(main.getByRole('alert')).toHaveText(accountTexts.linkExpired)
  await main.getByRole('button', { name: 'Send a new link' }).click()
  await expect(main.getByText(accountTexts.emailed(mia.email))).toBeVisible()
  await expect.poll(async () => (await mailsTo(mia)).length).toBe(2)
  await main.getByRole('link', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/:\d+\/$/)

  await page.goto('/reset-password?token=used-before')
  await expect(main.getByRole('alert')).toHaveText(accountTexts.linkExpired)
  await expect(main.getByRole('button', { name: 'Save password' })).toHaveCount(0)
  await main.getByLabel('Email').fill(mia.email)
  await main.getByRole('button', { name: 'Send a new link' }).click()
  await expect(main.getByText(`If there is an account for ${mia.email}`)).toBeVisible()
  await expect.poll(async () => (await mailsTo(mia)).length).toBe(3)
})

/** @shows row-90, asvs-7.4.3 */
test('an address verified elsewhere ends the session here, and is verified after a login', async ({
  page,
  request,
}) => {
  const mia = await loginUnverified(page, request)
  await page.goto('/dashboard/manageAllOrders')
  await expect(page.getByText(`Open the link in the email we sent to ${mia.email}.`)).toBeVisible()
  await verifyEmail(request, mia)
  await page.reload()
  await expect(page).toHaveURL(/\/login$/)
  await fillLogin(page, mia)
  await expect(page.getByText(accountTexts.notAdmin(mia.email))).toBeVisible()
})

/** @shows row-50, asvs-7.2.4 */
test("'Please Admin Login' switches the account and returns", async ({ page, customer, seed }) => {
  await login(page, customer)
  await page.goto('/dashboard/users')
  await expect(page.getByText('Please Admin Login', { exact: true })).toBeVisible()
  await mainOf(page).getByRole('link', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/login$/)
  expect(await page.evaluate(storedToken)).toBeNull()
  await fillLogin(page, seed.admin)
  await expect(page).toHaveURL(/\/dashboard\/users$/)
  await expect(page.getByRole('heading', { name: 'All Users' })).toBeVisible()
})

/** @shows row-17, row-29 */
test('a login can be repeated after a network error or timeout', async ({ page, customer }) => {
  await page.addInitScript(() => {
    const { timeout } = AbortSignal
    // The timeout of the login expires at once; others keep their length.
    AbortSignal.timeout = (ms) => timeout.call(AbortSignal, ms === 30_000 ? 1 : ms)
  })
  const signIn = '**/api/auth/sign-in/email'
  const alert = mainOf(page).getByRole('alert')
  const sentence = 'The sign-in service cannot be reached. Check your connection.'
  await page.goto('/login')
  await page.route(signIn, () => {})
  await fillLogin(page, customer)
  await expect(alert).toHaveText(sentence)
  await page.unroute(signIn)

  await page.reload()
  await page.route(signIn, (route) => route.abort('internetdisconnected'))
  await fillLogin(page, customer)
  await expect(alert).toHaveText(sentence)
  await expect(mainOf(page).getByLabel('Email')).toHaveValue(customer.email)
  await page.unroute(signIn)
})
