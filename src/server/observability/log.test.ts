import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fastify } from 'fastify'
import type { FastifyBaseLogger } from 'fastify'
import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts.ts'
import { orders } from '#contract/orders/orders.ts'
import { problems } from '#contract/shared/problem.ts'
import { profiles } from '#contract/profiles.ts'
import { users } from '#contract/users.ts'
import { manageOrders } from '#contract/orders/manage-orders.ts'
import { fitments } from '#contract/fitments/fitments.ts'
import { processWebhookEvents } from '../features/payments/jobs.ts'
import { createLog, createRequestIds, logResponses } from './log.ts'
import { paymentSteps } from '../testing/payments.ts'
import { openShop } from '../testing/shop.ts'
import type { TestShop, TestUser } from '../testing/shop.ts'

/** A shop at the lowest log level, with its log lines. */
async function openLogged(settings: Record<string, string> = {}) {
  const lines: string[] = []
  const logger = createLog('trace', { write: (line) => void lines.push(line) })
  const shop = await openShop(settings, logger)
  return { lines, shop, [Symbol.asyncDispose]: () => shop.close() }
}

/** Uploads a file that is not a picture. */
async function upload({ app }: TestShop, { token }: TestUser) {
  const form = new FormData()
  form.append('image', new Blob(['picture']), 'part.jpg')
  const request = new Request('http://shop', { method: 'POST', body: form })
  return app.inject({
    method: 'POST',
    url: '/api/images',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': String(request.headers.get('content-type')),
    },
    payload: Buffer.from(await request.arrayBuffer()),
  })
}

/** @shows P14, asvs-14.2.1, asvs-14.2.4, asvs-16.2.5, asvs-16.5.1 */
test('no secret, card or e-mail address is logged, even on errors', async () => {
  await using opened = await openLogged()
  const { shop, lines } = opened
  const steps = paymentSteps(shop)
  const [mia, noah] = await Promise.all([shop.signIn(), shop.signIn({ name: 'Noah' })])
  const ordered = await steps.order(mia)
  const secret = (await steps.open(mia, ordered)).body.clientSecret

  // Refusals, with secrets in the wrong places.
  await shop.call(noah, orders.one, { params: { id: ordered.id } })
  await shop.call(noah, users.isAdmin, { params: { email: mia.email } })
  await shop.call(mia, accounts.exchange, { params: { email: mia.email } })
  await shop.call({ ...mia, token: mia.idToken }, orders.one, { params: { id: ordered.id } })
  await shop.app.inject({
    url: `/api/order/${ordered.id}?token=${mia.token}&card=4242424242424242`,
  })
  await shop.app.inject({
    method: 'POST',
    url: '/api/order',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${mia.token}` },
    payload: '{"password":"taillight-40",',
  })
  // The parser of forms logs what it begins with.
  await upload(shop, mia)
  // Failures of the card provider and the database.
  shop.sandbox.setFaults({ cards: { failNext: 20 } })
  await steps.open(mia, await steps.order(mia))
  shop.sandbox.setFaults({})
  await steps.query('alter table profiles rename to profiles_gone')
  const profile = { params: { email: mia.email } }
  await shop.call(mia, profiles.one, profile)
  await steps.query(`insert into webhook_events (id, type, intent_id) values ('evt_1', 'x', $1)`, [
    secret,
  ])
  await processWebhookEvents(shop.shop)

  const answered = lines.map((line) => JSON.parse(line) as { status?: number })
  expect(answered.flatMap(({ status }) => status ?? [])).toEqual([403, 401, 401, 401, 503, 500])
  const log = lines.join('')
  for (const word of [mia.token, mia.idToken, noah.token, secret, '42424242', 'taillight-40']) {
    expect(log).not.toContain(word)
  }
  expect(log).not.toMatch(/_secret_|@shop\.example|eyJ[\w-]{10}/)
})

/** @shows asvs-16.2.1, asvs-16.3.2, asvs-16.3.4, asvs-16.5.1 */
test('errors and refusals are logged once with the request id, and the response has no details', async () => {
  await using opened = await openLogged()
  const { shop, lines } = opened
  const refused = await shop.call(undefined, manageOrders.all, { query: {} })
  await shop.database.pool.query('alter table reviews rename to reviews_gone')
  const broken = await shop.app.inject({ url: '/api/reviews' })
  expect(broken.json()).toEqual({
    type: '/api/docs#internal',
    code: 'internal',
    title: problems.internal.title,
    status: 500,
    instance: expect.any(String),
  })
  const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  const line = { msg: 'answered', method: 'GET', time: expect.any(Number), ip: '127.0.0.1' }
  expect(logged).toContainEqual(
    expect.objectContaining({
      ...line,
      level: 30,
      reqId: refused.body.instance,
      route: '/api/order',
      status: 401,
    }),
  )
  expect(logged).toContainEqual(
    expect.objectContaining({ ...line, level: 50, reqId: broken.json().instance, status: 500 }),
  )
})

/** @shows asvs-16.5.1 */
test('an outage is logged once with its cause and the request id, on a full disk and in the database', async () => {
  await using opened = await openLogged()
  const { shop, lines } = opened
  shop.parts.imageStore.add = () =>
    Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' }))
  const mia = await shop.signIn()
  const onDisk = await upload(shop, mia)
  await shop.database.pool.query(`
    create function full_disk() returns boolean stable language plpgsql as $$
      begin raise exception 'could not extend file' using errcode = '53100'; end $$;
    alter table reviews rename to stored_reviews;
    create view reviews as select * from stored_reviews where full_disk()`)
  const inDatabase = await shop.app.inject({ url: '/api/reviews' })
  const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  for (const [answer, route, code] of [
    [onDisk, '/api/images', 'ENOSPC'],
    [inDatabase, '/api/reviews', '53100'],
  ] as const) {
    expect(answer.statusCode).toBe(503)
    const reqId = answer.json().instance
    const warnings = logged.filter((line) => line['reqId'] === reqId && Number(line['level']) > 30)
    expect(warnings).toMatchObject([
      { level: 40, msg: 'temporarily unavailable', route, err: { code } },
      { level: 40, msg: 'answered', route, status: 503 },
    ])
  }
})

/** @shows asvs-16.2.1 */
test('the manual has each answer at the level of its line', async () => {
  const lines: string[] = []
  const loggerInstance: FastifyBaseLogger = createLog('trace', {
    write: (line) => void lines.push(line),
  })
  const app = fastify({ loggerInstance, disableRequestLogging: true })
  logResponses(app, { DEV: false })
  const answers = {
    401: '`answered` with 401',
    503: '`answered` with 503',
    500: '`answered` with another',
  }
  app.get('/:status', ({ params }, reply) =>
    reply.code(Number((params as { status: string }).status)).send(),
  )
  for (const status of Object.keys(answers)) await app.inject({ url: `/${status}` })
  await app.close()
  const levels = lines.map((line) => (JSON.parse(line) as { level: number }).level)
  const manual = readFileSync('docs/operations/watching.md', 'utf8').split('\n')
  const levelOf = (text: string) =>
    Number(manual.find((line) => line.includes(text))?.match(/^\| (\d+) /)?.[1])
  expect(Object.values(answers).map(levelOf)).toEqual(levels)
})

test('a successful response is logged in development mode only', async () => {
  expect(await linesOfOneCall({ DEV: '1' })).toHaveLength(1)
  expect(await linesOfOneCall({})).toEqual([])
})

async function linesOfOneCall(settings: Record<string, string>): Promise<string[]> {
  await using heard = await openLogged(settings)
  await heard.shop.app.inject({ url: '/api/products?limit=1' })
  return heard.lines.filter((line) => line.includes('"url":"/api/products?limit=1"'))
}

/** @shows asvs-16.2.1 */
test('request ids of two nodes differ', () => {
  const [one, other] = [createRequestIds(), createRequestIds()]
  expect(new Set([one(), one(), other(), other()]).size).toBe(4)
})

/** @shows P14 */
test('no car that somebody drives is logged, even on errors', async () => {
  await using opened = await openLogged()
  const { shop, lines } = opened
  const query = { vehicle: 'volkswagen/golf/2014', engine: '2.5l-petrol', products: randomUUID() }
  const statusOf = async () => (await shop.call(undefined, fitments.verdicts, { query })).status
  expect(await statusOf()).toBe(404)
  await shop.database.pool.query('alter table vehicle_models rename to models_gone')
  await expect.poll(statusOf).toBe(500)
  const log = lines.join('')
  expect(log).toContain('/api/fitments/verdicts')
  for (const word of ['volkswagen', 'golf', '2.5l']) expect(log).not.toContain(word)
})
