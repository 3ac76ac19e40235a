import type { Page } from '@playwright/test'
import { inboxOf, mailTo, newPerson, signUp } from '../support/api.ts'
import { expect, fillLogin, login, test } from '../support/shop.ts'
import { mainOf, storedToken } from '../support/steps.ts'

const alertsIn = (page: Page) => () => mainOf(page).getByRole('alert').allTextContents()

/** @shows row-21, row-22, row-23, asvs-6.2.6 */
test('the sign-up form says what is wrong with each field', async ({ page }) => {
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

/** @shows row-20, row-24, row-29 */
test('sign-up and login exchange tokens before they lead on; a taken address is refused in red', async ({
  page,
}) => {
  const mia = newPerson()
  const main = mainOf(page)
  const fillSignUp = async () => {
    await page.goto('/signup')
    await main.getByLabel('Name').fill(mia.name)
    await main.getByLabel('Email').fill(mia.email)
    await main.getByLabel('Password', { exact: true }).fill(mia.password)
    await main.getByRole('button', { name: 'Sign Up', exact: true }).click()
  }
  const named = page.waitForRequest((request) => request.url().includes('/api/updateUser/'))
  await fillSignUp()
  const { name, email } = mia
  expect([(await named).method(), (await named).postDataJSON()]).toEqual(['PUT', { email, name }])
  expect(await (await (await named).response())?.json()).toEqual({
    token: expect.stringMatching(/^ey/),
  })
  await expect(page).toHaveURL(/\/login$/)
  await expect(main.getByText(`We sent a mail to ${email}`)).toBeVisible()
  expect(await page.evaluate(storedToken)).toBeNull()

  const exchanged = page.waitForRequest(/\/api\/user\//)
  await fillLogin(page, mia)
  expect([(await exchanged).method(), (await exchanged).postDataJSON()]).toEqual(['PUT', { email }])
  const answer = await (await exchanged).response()
  await expect(page).toHaveURL(/:\d+\/$/)
  expect(await answer?.json()).toEqual({ token: await page.evaluate(storedToken) })

  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await fillSignUp()
  await expect(main.getByRole('alert')).toContainText('auth/email-already-in-use')
  await expect(main.getByLabel('Email')).toHaveValue(email)
})

/** @shows row-19, asvs-6.2.2 */
test("'Forgot Password' mails a link, and the password chosen there logs in", async ({
  page,
  customer,
}) => {
  await page.goto('/login')
  const main = mainOf(page)
  await main.getByRole('button', { name: 'Forgot Password' }).click()
  await expect(main.getByRole('alert')).toHaveText('Email is Required')
  await main.getByLabel('Email').fill(customer.email)
  const before = (await inboxOf(customer)).length
  await main.getByRole('button', { name: 'Forgot Password' }).click()
  await expect(main.getByText('a link for a new password is on its way')).toBeVisible()
  await expect.poll(async () => (await inboxOf(customer)).length).toBe(before + 1)

  await page.goto((await mailTo(customer)).links[0] ?? '')
  const password = 'quarter-panel-7'
  await main.getByLabel('Password', { exact: true }).fill(password)
  await main.getByRole('button', { name: 'Save password' }).click()
  await expect(main.getByText('Your password is changed')).toBeVisible()
  await fillLogin(page, customer)
  await expect(main.getByRole('alert')).toContainText('auth/wrong-password')
  await fillLogin(page, { ...customer, password })
  await expect(page).not.toHaveURL(/\/login/)
})

/** @shows row-27, row-29 */
test("'Sent again' mails the link once more, and says when nobody is logged in", async ({
  page,
  request,
}) => {
  const mia = newPerson()
  await signUp(request, mia)
  await login(page, mia)
  await page.goto('/dashboard/manageAllOrders')
  const main = mainOf(page)
  await expect(main.getByRole('heading', { name: 'Your Email is not Verified' })).toBeVisible()
  await main.getByRole('button', { name: 'Sent again' }).click()
  await expect(main.getByText(`The mail is sent to ${mia.email}`)).toBeVisible()
  await expect.poll(async () => (await inboxOf(mia)).length).toBe(2)

  await page.context().clearCookies()
  await page.reload()
  await main.getByRole('button', { name: 'Sent again' }).click()
  await expect(main.getByRole('alert')).toHaveText('No user is logged in')

  await main.getByRole('button', { name: 'Back to Login' }).click()
  await expect(page).toHaveURL(/\/login$/)
  expect(await page.evaluate(storedToken)).toBeNull()
})

/** @shows row-18, asvs-7.2.4 */
test('who is signed in already is led on from Login and Sign Up', async ({ page, customer }) => {
  await login(page, customer)
  for (const path of ['/login', '/signup']) {
    await page.goto(path)
    await expect(page).toHaveURL(/:\d+\/$/)
    await expect(page.getByRole('heading', { name: 'Find Auto Parts Fast' })).toBeVisible()
  }
})

/** @shows row-26 */
test('a login in another tab leads this one to where it wanted to go', async ({
  page,
  customer,
}) => {
  await page.goto('/dashboard/myOrder')
  await expect(page).toHaveURL(/\/login$/)
  const other = await page.context().newPage()
  await login(other, customer)
  await expect(page).toHaveURL(/\/dashboard\/myOrder$/)
  await expect(page.getByText('No orders yet')).toBeVisible()
})

/** @shows row-18 */
test('the link that verifies the address does not ask who is signed in to log in', async ({
  page,
  request,
}) => {
  const mia = newPerson()
  await signUp(request, mia)
  await login(page, mia)
  const unverified = await page.evaluate(storedToken)
  await page.goto((await mailTo(mia)).links[0] ?? '')
  await expect(page.getByRole('region').getByText('Your e-mail address is verified.')).toBeVisible()
  await expect(page).toHaveURL(/:\d+\/$/)
  await expect.poll(() => page.evaluate(storedToken)).not.toBe(unverified)
  await page.goto('/dashboard/manageAllOrders')
  await expect(page.getByText(`${mia.email} is verified, but it is not an admin.`)).toBeVisible()

  await page.goto('/login?verified=1&error=TOKEN_EXPIRED')
  await expect(
    page.getByRole('region').getByText('This link has expired or was used before.'),
  ).toBeVisible()
  await expect(page).toHaveURL(/:\d+\/$/)
})

test('an address that was verified elsewhere shows as verified after a reload', async ({
  page,
  request,
}) => {
  const mia = newPerson()
  await signUp(request, mia)
  await login(page, mia)
  await page.goto('/dashboard/manageAllOrders')
  await expect(page.getByText(`Open the link in the mail we sent to ${mia.email}.`)).toBeVisible()
  const [link = ''] = (await mailTo(mia)).links
  expect((await request.get(link, { maxRedirects: 0 })).status()).toBe(302)
  await page.reload()
  await expect(page.getByText(`${mia.email} is verified, but it is not an admin.`)).toBeVisible()
})

/** @shows row-50, asvs-7.2.4 */
test("'Please Admin Login' changes the account and comes back", async ({
  page,
  customer,
  shelf,
}) => {
  await login(page, customer)
  await page.goto('/dashboard/users')
  await expect(page.getByText('Please Admin Login', { exact: true })).toBeVisible()
  await mainOf(page).getByRole('link', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/login$/)
  expect(await page.evaluate(storedToken)).toBeNull()
  await fillLogin(page, shelf.person)
  await expect(page).toHaveURL(/\/dashboard\/users$/)
  await expect(page.getByRole('heading', { name: 'All Users' })).toBeVisible()
})

/** @shows row-17, row-29 */
test('a login that the network fails, or that gets no answer for 30 seconds, says so and can be tried again', async ({
  page,
  customer,
}) => {
  await page.addInitScript(() => {
    const { timeout } = AbortSignal
    // The one time-out that is waited for passes at once.
    AbortSignal.timeout = (ms) => timeout.call(AbortSignal, ms === 30_000 ? 1 : ms)
  })
  const signIn = '**/api/auth/sign-in/email'
  const said = mainOf(page).getByRole('alert')
  const sentence =
    'The sign-in service cannot be reached. Check your connection (auth/network-request-failed).'
  await page.goto('/login')
  await page.route(signIn, () => {})
  await fillLogin(page, customer)
  await expect(said).toHaveText(sentence)
  await page.unroute(signIn)

  await page.reload()
  await page.route(signIn, (route) => route.abort('internetdisconnected'))
  await fillLogin(page, customer)
  await expect(said).toHaveText(sentence)
  await expect(mainOf(page).getByLabel('Email')).toHaveValue(customer.email)
  await page.unroute(signIn)
})
