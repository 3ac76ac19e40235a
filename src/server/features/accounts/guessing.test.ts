import { randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerError } from '../../http/error-responses.ts'
import { createRateLimits } from '../../http/limits/rate-limits.ts'
import { guessesWithoutPause, pauseAfter, signInLimits } from '../../http/limits/sign-in-limits.ts'
import { browserAt } from '../../testing/browser-at.ts'
import type { Browser } from '../../testing/browser-at.ts'
import { openProvider } from '../../testing/embedded-provider.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop } from '../../testing/shop.ts'
import { identityRoutes } from './identity-routes.ts'

let shop: TestShop
/** Two nodes, which share nothing but the database. */
let nodes: FastifyInstance[] = []
const links = new Map<string, string>()

beforeAll(async () => {
  shop = await openShop()
  const identity = openProvider(shop, {
    sendPasswordReset: async ({ email }, url) => void links.set(email, url),
  })
  nodes = [Fastify(), Fastify()]
  for (const node of nodes) {
    const limits = createRateLimits(shop.database.pool)
    node.setErrorHandler(answerError)
    identityRoutes(node, { identity, limits, loadShedder: shop.shop.loadShedder })
  }
})
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.close()))
  await shop.close()
})

/** A browser at an IP address, whose requests reach the nodes in turn. */
function browser(remoteAddress: string): Browser {
  let asked = 0
  return browserAt(
    {
      async handle(request) {
        const { status, body, headers } = await inject(nodes[(asked += 1) % 2]!, request)
        return new Response(body, { status, headers })
      },
    },
    shop.config.PUBLIC_URL,
  )

  async function inject(node: FastifyInstance, request: Request) {
    const answer = await node.inject({
      method: request.method as 'GET' | 'POST',
      url: new URL(request.url).pathname + new URL(request.url).search,
      headers: Object.fromEntries(request.headers),
      remoteAddress,
      ...(request.method === 'POST' && { payload: await request.text() }),
    })
    const headers = new Headers()
    for (const [name, value] of Object.entries(answer.headers)) {
      for (const each of [value].flat()) headers.append(name, String(each))
    }
    return { status: answer.statusCode, body: answer.rawPayload, headers }
  }
}

const owners = '198.51.100.1'
let lastAddress = 0
const newAddress = () => `203.0.${Math.floor((lastAddress += 1) / 250)}.${lastAddress % 250}`

async function newAccount() {
  const account = {
    name: 'Mia',
    email: `mia.${randomUUID()}@shop.example`,
    password: 'taillight-40',
  }
  const home = browser(owners)
  expect(await statusOf(home('sign-up/email', account))).toBe(200)
  return { account, home }
}
type Account = Awaited<ReturnType<typeof newAccount>>['account']

async function statusOf(asked: Promise<Response>) {
  const { status } = await asked
  return status
}

const logIn = (ask: Browser, { email, password }: Account) =>
  statusOf(ask('sign-in/email', { email, password }))

const guess = (ask: Browser, account: Account) =>
  logIn(ask, { ...account, password: 'not-this-one' })

const perMinute = signInLimits['/sign-in/email by email and address'].max

/** Counts failures of other IP addresses, without the time that they take. */
async function countFailures({ email }: Account, count: number) {
  const limits = createRateLimits(shop.database.pool)
  for (let failure = 0; failure < count; failure += 1) {
    await limits.takeExactly('/sign-in/email by account', email)
  }
}

/** @shows row-65, row-91, asvs-6.3.1 */
test('guesses from one IP address end after ten a minute, and keep no other address out', async () => {
  const { account } = await newAccount()
  const stranger = browser(newAddress())
  const statuses = []
  for (let count = 0; count <= perMinute; count += 1) statuses.push(await guess(stranger, account))
  expect(statuses).toEqual([...Array(perMinute).fill(401), 429])
  expect(await logIn(stranger, account)).toBe(429)
  expect(await logIn(browser(newAddress()), account)).toBe(200)
})

/** @shows row-91, asvs-6.3.1 */
test('a browser that has signed in to the account has a count of its own, even at the same IP address', async () => {
  const { account, home } = await newAccount()
  const neighbour = browser(owners)
  for (let count = 0; count <= perMinute; count += 1) await guess(neighbour, account)
  expect(await logIn(neighbour, account)).toBe(429)
  for (let count = 0; count < perMinute; count += 1) {
    expect(await guess(home, account)).toBe(401)
  }
  expect(await guess(home, account)).toBe(429)
})

/** @shows row-91 */
test('a browser is known to the accounts that signed in there only', async () => {
  const { account } = await newAccount()
  const { account: other, home } = await newAccount()
  const neighbour = browser(owners)
  for (let count = 0; count <= perMinute; count += 1) await guess(neighbour, account)
  expect(await guess(home, account)).toBe(429)
  expect(await logIn(home, other)).toBe(200)
})

/** @shows row-91 */
test('a workshop at one IP address may log in to one account more often than it may fail', async () => {
  const { account } = await newAccount()
  const address = newAddress()
  for (let count = 0; count <= perMinute; count += 1) {
    expect(await logIn(browser(address), account)).toBe(200)
  }
})

/** @shows row-91, asvs-6.3.1 */
test('after a hundred failures an hour each IP address pauses between two tries, but no known browser', async () => {
  const { account, home } = await newAccount()
  await countFailures(account, guessesWithoutPause)
  const stranger = browser(newAddress())
  expect(await guess(stranger, account)).toBe(401)
  expect(await guess(stranger, account)).toBe(429)
  for (let count = 0; count < 3; count += 1) expect(await guess(home, account)).toBe(401)
  expect(await logIn(home, account)).toBe(200)
  // The owner with a new phone.
  expect(await logIn(browser(newAddress()), account)).toBe(200)
})

/** @shows row-91, asvs-6.3.1 */
test('after a thousand failures an hour unknown browsers are refused, and a reset by mail makes one known', async () => {
  const { account, home } = await newAccount()
  await countFailures(account, signInLimits['/sign-in/email by account'].max)
  const phone = browser(newAddress())
  expect(await logIn(phone, account)).toBe(429)
  expect(await logIn(home, account)).toBe(200)
  expect(
    await statusOf(
      phone('request-password-reset', { email: account.email, redirectTo: '/reset-password' }),
    ),
  ).toBe(200)
  const page = (await phone(String(links.get(account.email)))).headers.get('location')
  const token = new URL(String(page), shop.config.PUBLIC_URL).searchParams.get('token')
  const password = 'headlight-41'
  expect(await statusOf(phone('reset-password', { token, newPassword: password }))).toBe(200)
  expect(await logIn(phone, { ...account, password })).toBe(200)
  // The new password made all other browsers unknown.
  expect(await logIn(home, { ...account, password })).toBe(429)
})

/** @shows row-91 */
test('tries that are refused bring no account closer to its limit', async () => {
  const { account } = await newAccount()
  const { max } = signInLimits['/sign-in/email by account']
  await countFailures(account, max - 2)
  const stranger = browser(newAddress())
  expect(await guess(stranger, account)).toBe(401)
  for (let count = 0; count < 3; count += 1) expect(await guess(stranger, account)).toBe(429)
  expect(await guess(browser(newAddress()), account)).toBe(401)
  expect(await guess(browser(newAddress()), account)).toBe(429)
})

/** @shows row-91 */
test('an address without an account is refused after as many guesses', async () => {
  const nobody = { name: 'Mia', email: `nobody.${randomUUID()}@shop.example`, password: 'none-1' }
  await countFailures(nobody, guessesWithoutPause)
  const stranger = browser(newAddress())
  expect([await guess(stranger, nobody), await guess(stranger, nobody)]).toEqual([401, 429])
})

/** @shows row-91, asvs-6.3.1 */
test('the page that confirms an address counts guesses like the login', async () => {
  const { account } = await newAccount()
  const stranger = browser(newAddress())
  for (let count = 0; count < perMinute; count += 1) {
    const { email } = account
    const guessed = stranger('confirm-email', { token: 'none', email, password: 'none-1' })
    expect(await statusOf(guessed)).toBe(400)
  }
  expect(await guess(stranger, account)).toBe(429)
})

/** @shows row-91 */
test('requests of others for a new password keep no owner from asking for one', async () => {
  const { account, home } = await newAccount()
  const neighbour = browser(owners)
  const ask = (by: Browser) =>
    statusOf(by('request-password-reset', { email: account.email, redirectTo: '/reset-password' }))
  const { max } = signInLimits['/request-password-reset by email and address']
  for (let count = 0; count < max; count += 1) expect(await ask(neighbour)).toBe(200)
  expect(await ask(neighbour)).toBe(429)
  expect(await ask(browser(newAddress()))).toBe(200)
  expect(await ask(home)).toBe(200)
})

/** @shows row-91 */
test('the pause begins with a minute and doubles with every hundred failures, up to an hour', () => {
  expect([101, 200, 201, 301, 1000].map((failures) => pauseAfter(failures))).toEqual([
    60, 60, 120, 240, 3600,
  ])
})
