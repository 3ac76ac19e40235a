import type { Page } from '@playwright/test'
import { expect, fillLogin, inboxOf, login, mailTo, newPerson, signUp, test } from './shop.ts'

const storedToken = () => localStorage.getItem('accessToken')
const mainOf = (page: Page) => page.getByRole('main')
const alertsIn = (page: Page) => () => mainOf(page).getByRole('alert').allTextContents()

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
  await main.getByLabel('Password', { exact: true }).fill('taillight-40')
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

test('the access token is renewed five minutes before it expires', async ({ page, customer }) => {
  await page.clock.install()
  await login(page, customer)
  const first = await page.evaluate(storedToken)
  const renewals: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/user/')) renewals.push(request.method())
  })
  await page.clock.fastForward('54:00')
  expect(renewals).toEqual([])
  const renewal = page.waitForRequest(/\/api\/user\//)
  await page.clock.fastForward('01:01')
  expect((await renewal).method()).toBe('PUT')
  await expect.poll(() => page.evaluate(storedToken)).not.toBe(first)
})

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

test("'Loading...' stands alone while the session or the rights are unknown", async ({
  page,
  browser,
  shelf,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const unhydrated = await context.newPage()
  await unhydrated.goto('/dashboard')
  await expect(unhydrated.getByText('Loading...', { exact: true })).toBeVisible()
  await context.close()

  await login(page, shelf.person)
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/admin/*', async (route) => {
    await answer.promise
    await route.continue()
  })
  await page.goto('/dashboard/users')
  await expect(page.getByText('Loading...', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'All Users' })).toHaveCount(0)
  answer.resolve()
  await expect(page.getByRole('heading', { name: 'All Users' })).toBeVisible()
  await expect(page.getByText('Loading...', { exact: true })).toHaveCount(0)
})
