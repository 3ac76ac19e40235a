import { test as base, expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { createAccount, exchangeToken, newPerson } from './api.ts'
import type { Person } from './api.ts'
import { recordPolicyViolations } from './policy.ts'
import { openSeed } from './seed.ts'
import type { Seed } from './seed.ts'
import { recordToasts } from './toasts.ts'
import { expectTranslatedTexts, translatePages } from './translator.ts'

export { expect }

/** Waits until the scripts run: only then is a submit button enabled. */
export const waitForHydration = (page: Page) =>
  expect(page.getByRole('button', { name: 'Subscribe' })).toBeEnabled()

/** Waits until nothing of the page is still to come: scripts, modules after the first render, data, pictures, fonts. */
export async function waitUntilLoaded(page: Page) {
  await waitForHydration(page)
  await expect(page.locator('.toasts')).toBeAttached()
  await expect(page.locator('.skeleton')).toHaveCount(0)
  await expect(page.getByText('Loading...', { exact: true })).toHaveCount(0)
  await Promise.all(page.frames().map((frame) => frame.waitForLoadState()))
  await page.waitForFunction(() => {
    const pictures = Array.from(document.images).filter((image) => {
      const { top, bottom } = image.getBoundingClientRect()
      return image.checkVisibility() && bottom > 0 && top < innerHeight
    })
    return document.fonts.status === 'loaded' && pictures.every(({ complete }) => complete)
  })
}

type BrowserSession = Awaited<ReturnType<typeof newSession>>

/** Sessions of new customers that no page has yet: verifying a password takes longer than most steps of a journey. */
const unusedSessions = new WeakMap<Person, BrowserSession>()

async function newSession(person: Person) {
  const { request, exchanged } = await exchangeToken(person)
  const { cookies } = await request.storageState()
  const { token } = (await exchanged.json()) as { token: string }
  await request.dispose()
  return { cookies, token }
}

/** Gives the page a session without the form, for tests that are not about signing in. */
export async function signIn(page: Page, person: Person) {
  const { cookies, token } = unusedSessions.get(person) ?? (await newSession(person))
  unusedSessions.delete(person)
  await page.context().addCookies(cookies)
  // The next document stores the token before its own scripts run. Later ones may have signed out.
  await page.context().addInitScript(
    ([origin, value]) => {
      const marker = `stored ${value}`
      if (location.origin !== origin || localStorage.getItem(marker)) return
      localStorage.setItem(marker, 'once')
      localStorage.setItem('accessToken', value)
    },
    [String(process.env['BASE_URL']), token] as const,
  )
}

/** Signs in with the form. */
export async function login(page: Page, person: Person) {
  await page.goto('/login')
  await fillLogin(page, person)
  await expect(page).not.toHaveURL(/\/login/)
}

export async function fillLogin(page: Page, credentials: Omit<Person, 'name'>) {
  await fillCredentials(page, credentials)
  await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()
}

export async function fillSignUp(page: Page, { name, ...credentials }: Person) {
  await page.getByRole('main').getByLabel('Name').fill(name)
  await fillCredentials(page, credentials)
  await page.getByRole('main').getByRole('button', { name: 'Sign Up', exact: true }).click()
}

async function fillCredentials(page: Page, { email, password }: Omit<Person, 'name'>) {
  await page.getByRole('main').getByLabel('Email').fill(email)
  await page.getByRole('main').getByLabel('Password', { exact: true }).fill(password)
}

/** An address as its form takes it, in the order of the fields. */
export const testAddress = {
  Phone: '+1 555 010 0100',
  'Street and number': '1 Test Street',
  'Postal code': '62701',
  Town: 'Springfield',
  Country: 'United States',
  'State or province': 'Illinois',
}

/** Types an address, by the labels of its fields. */
export async function fillAddress(form: Locator, address: Record<string, string> = testAddress) {
  const choices = new Set(['Country', 'State or province'])
  for (const [label, value] of Object.entries(address)) {
    const field = form.getByLabel(label, { exact: true })
    await (choices.has(label) ? field.selectOption(value) : field.fill(value))
  }
}

/** Types a card into the frame of the card provider, and an address before if the page asks for one. */
export async function fillCard(page: Page, number: string, expiry = '12 / 34', cvc = '123') {
  // The frame handles input once the button is enabled.
  await expect(page.getByRole('main').getByRole('button', { name: /^Pay \$/ })).toBeEnabled()
  // By then the page knows whether it has an address.
  const main = page.getByRole('main')
  const street = main.getByLabel('Street and number')
  if ((await street.count()) > 0 && (await street.inputValue()) === '') await fillAddress(main)
  const frame = page.frameLocator('iframe[name^="__privateStripeFrame"]').first()
  await frame.locator('[name=cardnumber]').fill(number)
  await frame.locator('[name=exp-date]').fill(expiry)
  await frame.locator('[name=cvc]').fill(cvc)
  await frame.locator('[name=postal]').fill('94107')
}

export interface Fixtures {
  /** A verified customer of the test's own, with an account at the shop. */
  customer: Person
  /** Whether the journey makes React replace a page of the server, by an error for example. */
  replacesPage: boolean
  /** Whether the browser translates the pages. */
  isTranslated: boolean
}

export const test = base.extend<Fixtures, { seed: Seed }>({
  replacesPage: [false, { option: true }],
  isTranslated: [false, { option: true }],

  // Every journey also checks the content security policy, and that React never had to replace a
  // page of the server.
  context: async ({ context, replacesPage, isTranslated }, provide) => {
    const violations = await recordPolicyViolations(context)
    const errors: string[] = []
    context.on('weberror', (failure) => errors.push(failure.error().message))
    await recordToasts(context)
    if (isTranslated) await translatePages(context)
    await provide(context)
    if (isTranslated) await expectTranslatedTexts(context)
    expect(violations).toEqual([])
    const replacements = errors.filter((text) => text.startsWith('Minified React error'))
    expect(replacements).toEqual(replacesPage ? [expect.stringContaining('#418')] : [])
  },

  // The runner reads the pattern of the parameter to learn which fixtures are needed.
  // oxlint-disable-next-line no-empty-pattern
  customer: async ({}, provide) => {
    const person = newPerson()
    await createAccount(person)
    unusedSessions.set(person, await newSession(person))
    await provide(person)
  },

  seed: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const { end, ...seed } = await openSeed()
      await provide(seed)
      await end()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})
