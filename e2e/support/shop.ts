import { test as base, expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { createAccount, enter, newPerson, session } from './api.ts'
import type { Person } from './api.ts'
import { watchPolicy } from './policy.ts'
import { openShelf } from './shelf.ts'
import type { Shelf } from './shelf.ts'

export { expect }

/** Once the scripts run, a submit button can be pressed. */
export const hydrated = (page: Page) =>
  expect(page.getByRole('button', { name: 'Subscribe' })).toBeEnabled()

/** Gives the page the session of somebody, without the form: for tests that are not about signing in. */
export async function signIn(page: Page, person: Person) {
  const { request, exchanged } = await enter(person)
  const { cookies } = await request.storageState()
  await page.context().addCookies(cookies)
  const { token } = (await exchanged.json()) as { token: string }
  await request.dispose()
  // Of the shop's origin, and without scripts that could read the storage too early.
  await page.goto('/robots.txt')
  await page.evaluate((value) => localStorage.setItem('accessToken', value), token)
}

/** Signs in by the form. */
export async function login(page: Page, person: Person) {
  await page.goto('/login')
  await fillLogin(page, person)
  await expect(page).not.toHaveURL(/\/login/)
}

export async function fillLogin(page: Page, { email, password }: Omit<Person, 'name'>) {
  const main = page.getByRole('main')
  await main.getByLabel('Email').fill(email)
  await main.getByLabel('Password', { exact: true }).fill(password)
  await main.getByRole('button', { name: 'Login', exact: true }).click()
}

/** Types a card into the provider's own frame. */
export async function fillCard(page: Page, number: string, expiry = '12 / 34', cvc = '123') {
  // Before, the frame may not hear yet what is typed.
  await expect(page.getByRole('main').getByRole('button', { name: /^Pay \$/ })).toBeEnabled()
  const frame = page.frameLocator('iframe[name^="__privateStripeFrame"]').first()
  await frame.locator('[name=cardnumber]').fill(number)
  await frame.locator('[name=exp-date]').fill(expiry)
  await frame.locator('[name=cvc]').fill(cvc)
  await frame.locator('[name=postal]').fill('94107')
}

export interface Fixtures {
  /** A verified customer of the test's own, whom the shop knows. */
  customer: Person
}

export const test = base.extend<Fixtures, { shelf: Shelf }>({
  // In every journey the pages keep to their content security policy.
  context: async ({ context }, provide) => {
    const violations = await watchPolicy(context)
    await provide(context)
    expect(violations).toEqual([])
  },

  customer: async ({ request }, provide) => {
    const person = newPerson()
    await createAccount(request, person)
    await (await session(person)).end()
    await provide(person)
  },

  shelf: [
    // The runner reads the parameter's pattern to learn which fixtures are wanted.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const { end, ...shelf } = await openShelf()
      await provide(shelf)
      await end()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})
