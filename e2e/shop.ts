import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { test as base, expect, request as requests } from '@playwright/test'
import type { APIRequestContext, Page } from '@playwright/test'

export { expect }

const run = promisify(execFile)

export interface Person {
  name: string
  email: string
  password: string
}

export interface Mail {
  subject: string
  text: string
  links: string[]
}

export const newPerson = (name = 'Mia'): Person => ({
  name,
  email: `${name.toLowerCase()}.${randomUUID().slice(0, 8)}@shop.example`,
  password: 'taillight-40',
})

/** The newest mail to an address, once it has arrived. */
export async function mailTo({ email }: Pick<Person, 'email'>): Promise<Mail> {
  const inbox = `${process.env['SANDBOX_URL']}/mail/messages?to=${encodeURIComponent(email)}`
  let newest: Mail | undefined
  await expect
    .poll(async () => {
      const messages = (await (await fetch(inbox)).json()) as Mail[]
      newest = messages[0]
      return newest
    })
    .toBeDefined()
  return newest as Mail
}

/** Creates a verified account, as sign-up and the link in the mail do. */
export async function createAccount(request: APIRequestContext, person: Person) {
  const origin = String(process.env['BASE_URL'])
  const { name, email, password } = person
  const created = await request.post('/api/auth/sign-up/email', {
    headers: { origin },
    data: { name, email, password },
  })
  expect(created.status()).toBe(200)
  const [link = ''] = (await mailTo(person)).links
  expect((await request.get(link, { maxRedirects: 0 })).status()).toBe(302)
}

/** Exchanges a fresh sign-in for an access token, as the login page does. */
async function accessToken(request: APIRequestContext, { email, password }: Person) {
  const origin = String(process.env['BASE_URL'])
  await request.post('/api/auth/sign-in/email', { headers: { origin }, data: { email, password } })
  const { token: idToken } = await (await request.get('/api/auth/token')).json()
  const answer = await request.put(`/api/user/${email}`, {
    headers: { authorization: `Bearer ${idToken}` },
    data: { email },
  })
  return String((await answer.json()).token)
}

export async function login(page: Page, { email, password }: Person) {
  await page.goto('/login')
  await fillLogin(page, { email, password })
  await expect(page).not.toHaveURL(/\/login/)
}

export async function fillLogin(page: Page, { email, password }: Omit<Person, 'name'>) {
  const main = page.getByRole('main')
  await main.getByLabel('Email').fill(email)
  await main.getByLabel('Password', { exact: true }).fill(password)
  await main.getByRole('button', { name: 'Login', exact: true }).click()
}

/** Types a card into the provider's own frame. */
export async function fillCard(page: Page, number: string, expiry = '12 / 34') {
  const frame = page.frameLocator('iframe[name^="__privateStripeFrame"]').first()
  await frame.locator('[name=cardnumber]').fill(number)
  await frame.locator('[name=exp-date]').fill(expiry)
  await frame.locator('[name=cvc]').fill('123')
  await frame.locator('[name=postal]').fill('94107')
}

export interface Part {
  id: string
  name: string
}

interface Shelf {
  person: Person
  /** Puts a product of the test's own on the shelf. */
  stock(part?: { quantity?: number; price?: number }): Promise<Part>
  /** What the catalogue says is left of it. */
  unitsLeft(part: Part): Promise<number>
}

interface Fixtures {
  /** A verified customer of the test's own. */
  customer: Person
}

export const test = base.extend<Fixtures, { shelf: Shelf }>({
  customer: async ({ baseURL }, provide) => {
    const request = await requests.newContext({ ...(baseURL && { baseURL }) })
    const person = newPerson()
    await createAccount(request, person)
    await request.dispose()
    await provide(person)
  },

  shelf: [
    // The runner reads the parameter's pattern to learn which fixtures are wanted.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const request = await requests.newContext({ baseURL: String(process.env['BASE_URL']) })
      const person = newPerson('Ada')
      await createAccount(request, person)
      const token = await accessToken(request, person)
      await run(process.execPath, ['src/server/cli/admin.ts', 'grant', person.email], {
        env: { ...process.env, DATA_DIR: process.env['SHOP_DATA_DIR'] },
      })
      await provide({
        person,
        async stock({ quantity = 100, price = 68 } = {}) {
          const name = `Taillight ${randomUUID().slice(0, 8)}`
          const answer = await request.post('/api/Products', {
            headers: { authorization: `Bearer ${token}` },
            data: {
              name,
              price,
              quantity,
              description: 'Complete left-hand lamp with housing and plug',
              img: '/parts/taillight-assembly.svg',
            },
          })
          expect(answer.status()).toBe(200)
          return { id: String((await answer.json()).insertedId), name }
        },
        unitsLeft: async ({ id }) =>
          (await (await request.get(`/api/product/${id}`)).json()).quantity,
      })
      await request.dispose()
    },
    { scope: 'worker' },
  ],
})
