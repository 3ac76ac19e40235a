import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { test as base, expect, request as requests } from '@playwright/test'
import type { APIRequestContext, Page } from '@playwright/test'
import { watchPolicy } from './policy.ts'

export { expect }

const run = promisify(execFile)

export interface Person {
  name: string
  email: string
  password: string
}

export interface Part {
  id: string
  name: string
  price: number
}

interface Mail {
  subject: string
  text: string
  links: string[]
}

/** Where a shop and its sandbox are. */
export interface Address {
  baseURL: string
  sandboxUrl: string
}

const theShop = (): Address => ({
  baseURL: String(process.env['BASE_URL']),
  sandboxUrl: String(process.env['SANDBOX_URL']),
})

export const newPerson = (name = 'Mia'): Person => ({
  name,
  email: `${name.toLowerCase()}.${randomUUID().slice(0, 8)}@shop.example`,
  password: 'taillight-40',
})

/** All mails to somebody, the newest first. */
export async function inboxOf({ email }: Person, { sandboxUrl } = theShop()): Promise<Mail[]> {
  const inbox = `${sandboxUrl}/mail/messages?to=${encodeURIComponent(email)}`
  return (await fetch(inbox)).json() as Promise<Mail[]>
}

/** The newest mail to somebody, once it has arrived. */
export async function mailTo(person: Person, address = theShop()): Promise<Mail> {
  const newest = async () => (await inboxOf(person, address))[0]
  await expect.poll(newest).toBeDefined()
  return (await newest()) as Mail
}

/** Creates an account whose address is not verified yet. */
export async function signUp(request: APIRequestContext, person: Person, { baseURL } = theShop()) {
  const created = await request.post('/api/auth/sign-up/email', {
    headers: { origin: baseURL },
    data: { ...person, callbackURL: '/login?verified=1' },
  })
  expect(created.status()).toBe(200)
}

/** Creates a verified account, as sign-up and the link in the mail do. */
export async function createAccount(
  request: APIRequestContext,
  person: Person,
  address = theShop(),
) {
  await signUp(request, person, address)
  const [link = ''] = (await mailTo(person, address)).links
  expect((await request.get(link, { maxRedirects: 0 })).status()).toBe(302)
}

/** Somebody at the API, without a browser. */
export async function session({ email, password }: Person, { baseURL } = theShop()) {
  const request = await requests.newContext({ baseURL })
  await request.post('/api/auth/sign-in/email', {
    headers: { origin: baseURL },
    data: { email, password },
  })
  const idToken = (await (await request.get('/api/auth/token')).json()).token
  const exchanged = await request.put(`/api/user/${email}`, {
    headers: { authorization: `Bearer ${idToken}` },
    data: { email },
  })
  const headers = { authorization: `Bearer ${(await exchanged.json()).token}` }
  const fetchJson = async <T>(method: string, path: string, data?: object | Buffer): Promise<T> => {
    const type = Buffer.isBuffer(data) && { 'content-type': 'text/csv' }
    const answer = await request.fetch(`/api${path}`, {
      method,
      headers: { ...headers, ...type },
      ...(data && { data }),
    })
    expect([path, answer.status()]).toEqual([path, 200])
    return answer.json()
  }
  return {
    get: <T>(path: string) => fetchJson<T>('GET', path),
    /** An object as JSON, bytes as a CSV file. */
    send: <T>(method: 'POST' | 'PUT' | 'PATCH', path: string, data: object | Buffer) =>
      fetchJson<T>(method, path, data),
    end: () => request.dispose(),
  }
}

type Session = Awaited<ReturnType<typeof session>>

async function order({ send }: Session, { id: product, name, price }: Part): Promise<string> {
  const body = { product, name, quantity: 10, price: price * 10 }
  return (await send<{ insertedId: string }>('POST', '/order', body)).insertedId
}

/** Pays ten units of a part that were ordered before. */
async function pay({ send }: Session, part: Part, id: string) {
  const { clientSecret } = await send<{ clientSecret: string }>('POST', '/create-payment-intent', {
    price: part.price * 10,
    order: id,
  })
  const [transactionId = ''] = clientSecret.split('_secret_')
  await fetch(`${theShop().sandboxUrl}/v1/payment_intents/${transactionId}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer sk_test_${process.env['SANDBOX_KEYS'] ?? 'sandbox'}` },
    body: new URLSearchParams({ payment_method: 'pm_card_visa' }),
  })
  await send('PATCH', `/order/${id}`, { order: id, transactionId })
}

/** Once the scripts run, a submit button can be pressed. */
export const hydrated = (page: Page) =>
  expect(page.getByRole('button', { name: 'Subscribe' })).toBeEnabled()

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
  const frame = page.frameLocator('iframe[name^="__privateStripeFrame"]').first()
  await frame.locator('[name=cardnumber]').fill(number)
  await frame.locator('[name=exp-date]').fill(expiry)
  await frame.locator('[name=cvc]').fill(cvc)
  await frame.locator('[name=postal]').fill('94107')
}

/** An admin who keeps the shelves for the tests of one worker. */
export interface Shelf {
  person: Person
  /** Puts a product of the test's own on the shelf. */
  stock(part?: {
    quantity?: number
    price?: number
    partNumber?: string
    kind?: string
  }): Promise<Part>
  /** Changes what is written about a product, as another admin does. */
  change(part: Part, changes: { price?: number; description?: string }): Promise<void>
  /** A file that would change its price and cannot be imported; the dry run's id. */
  dryRun(part: Part): Promise<string>
  /** What the catalogue says is left of it. */
  unitsLeft(part: Part): Promise<number>
  /** Ten units of a part, ordered by somebody; the order's id. */
  order(buyer: Person, part: Part): Promise<string>
  /** Pays such an order. */
  pay(buyer: Person, part: Part, order: string): Promise<void>
  /** Both at once. */
  paidOrder(buyer: Person, part: Part): Promise<string>
}

async function openShelf(): Promise<Shelf & { end(): Promise<void> }> {
  const person = newPerson('Ada')
  const request = await requests.newContext({ baseURL: theShop().baseURL })
  await createAccount(request, person)
  await request.dispose()
  const admin = await session(person)
  await run(process.execPath, ['src/server/cli/admin.ts', 'grant', person.email], {
    env: { ...process.env, DATA_DIR: process.env['SHOP_DATA_DIR'] },
  })
  return {
    person,
    end: admin.end,
    async stock({ quantity = 100, price = 68, ...rest } = {}) {
      const name = `Taillight ${randomUUID().slice(0, 8)}`
      const { insertedId } = await admin.send<{ insertedId: string }>('POST', '/Products', {
        name,
        price,
        quantity,
        description: 'Complete left-hand lamp with housing and plug',
        img: '/parts/taillight-assembly.svg',
        ...rest,
      })
      return { id: insertedId, name, price }
    },
    async change({ id }, changes) {
      const seen = await admin.get<object>(`/product/${id}`)
      await admin.send('PUT', `/manage/product/${id}`, { ...seen, ...changes, seen })
    },
    async dryRun({ id }) {
      const file = Buffer.from(`Id,Price,Stock\r\n${id},cheap,70`)
      const made = await admin.send<{ _id: string }>('POST', '/manage/imports?fileName=w.csv', file)
      return made._id
    },
    unitsLeft: async ({ id }) => (await admin.get<{ quantity: number }>(`/product/${id}`)).quantity,
    async order(buyer, part) {
      const buying = await session(buyer)
      const id = await order(buying, part)
      await buying.end()
      return id
    },
    async pay(buyer, part, id) {
      const buying = await session(buyer)
      await pay(buying, part, id)
      await buying.end()
    },
    async paidOrder(buyer, part) {
      const buying = await session(buyer)
      const id = await order(buying, part)
      await pay(buying, part, id)
      await buying.end()
      return id
    },
  }
}

export interface Fixtures {
  /** A verified customer of the test's own, whom the shop knows. */
  customer: Person
}

export const test = base.extend<Fixtures, { shelf: Shelf }>({
  // Whatever a journey is about, its pages keep to their content security policy.
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
    { scope: 'worker' },
  ],
})
