import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { limits } from '#contract/shared/limits.ts'
import { manageOrders } from '#contract/orders/manage-orders.ts'
import { processRefunds } from '../../features/payments/jobs.ts'
import { version } from '../../features/shop/version.ts'
import { recordFindings } from '../../invariants/watch.ts'
import { mailAttemptsMax } from '../../services/mail/outbox.ts'
import { paymentSteps } from '../../testing/payments.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop, TestUser } from '../../testing/shop.ts'

const token = 'a token that only Prometheus has'

let shop: TestShop
let steps: ReturnType<typeof paymentSteps>
let mia: TestUser
beforeAll(async () => {
  shop = await openShop({ METRICS_TOKEN: token })
  steps = paymentSteps(shop)
  mia = await shop.signIn()
})
afterAll(() => shop.close())

const ask = (authorization?: string) =>
  shop.app.inject({ url: '/metrics', headers: authorization ? { authorization } : {} })

/** The values by names and labels as the text has them. */
async function read(): Promise<Map<string, number>> {
  const answer = await ask(`Bearer ${token}`)
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store'])
  const lines = answer.body.split('\n').filter((line) => line && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const end = line.lastIndexOf(' ')
      return [line.slice(0, end), Number(line.slice(end + 1))]
    }),
  )
}

const route = (path: string, method: string, status: string, name = 'http_responses_total') =>
  `${name}{route="${path}",method="${method}",status="${status}"}`

/** @shows row-70, asvs-13.4.5 */
test('metrics are refused without the token, and absent without the setting', async () => {
  for (const authorization of [undefined, 'Bearer', `Bearer ${token}x`, `Basic ${token}`, token]) {
    const { statusCode, body } = await ask(authorization)
    expect([authorization, statusCode, body.includes('http_request')]).toEqual([
      authorization,
      401,
      false,
    ])
  }
  expect((await shop.app.inject(`/metrics?token=${token}`)).statusCode).toBe(401)
  const silent = await openShop()
  expect((await silent.app.inject('/metrics')).statusCode).toBe(404)
  await silent.close()
})

test('guesses of the token are rate limited', async () => {
  const busy = await openShop({ METRICS_TOKEN: token, LIMITS: 'on' })
  const guess = () =>
    busy.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${randomUUID()}` } })
  for (let count = 0; count < limits.failedTokens.max; count += 1) {
    expect((await guess()).statusCode).toBe(401)
  }
  expect((await guess()).statusCode).toBe(429)
  await busy.close()
})

test('each response is counted under the pattern of its route, in the bucket of its duration', async () => {
  const path = '/api/product/:id'
  const before = await read()
  await shop.app.inject(`/api/product/${randomUUID()}`)
  await shop.app.inject(`/api/product/${randomUUID()}`)
  await shop.app.inject(`/api/nothing/${mia.email}`)
  const after = await read()
  const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0)
  expect(grown(route(path, 'GET', '4xx'))).toBe(2)
  expect(grown(route('/api/*', 'GET', '4xx'))).toBe(1)
  const labels = `route="${path}",method="GET",status="4xx"}`
  const buckets = [...after]
    .filter(([name]) => name.startsWith('http_request_duration_seconds_bucket{le='))
    .flatMap(([name, value]) => (name.endsWith(labels) ? value : []))
  expect(buckets).toEqual(buckets.toSorted((a, b) => a - b))
  const timed = route(path, 'GET', '4xx', 'http_request_duration_seconds_count')
  expect(buckets.at(-1)).toBe(after.get(timed))
  expect(grown(timed)).toBe(2)
  expect([...after.keys()].join('\n')).not.toContain(mia.email)
})

/** @shows row-70 */
test('orders are counted when placed, paid, shipped, deleted and refunded, once each', async () => {
  const before = await read()
  const grown = async () => {
    const after = await read()
    return ['placed', 'paid', 'shipped', 'deleted', 'refunded'].map((event) => {
      const name = `shop_orders_total{event="${event}"}`
      return (after.get(name) ?? Number.NaN) - (before.get(name) ?? 0)
    })
  }
  expect(await grown()).toEqual([0, 0, 0, 0, 0])

  const paid = await steps.order(mia)
  const intentId = await steps.payAtProvider(mia, paid)
  await steps.report(mia, paid.id, intentId)
  await steps.report(mia, paid.id, intentId)
  expect(await grown()).toEqual([1, 1, 0, 0, 0])

  const admin = await shop.signIn({ name: 'Ada', isAdmin: true })
  const ship = () => shop.call(admin, manageOrders.ship, { params: { id: paid.id } })
  await ship()
  await ship()
  await steps.remove(mia, (await steps.order(mia)).id)
  expect(await grown()).toEqual([2, 1, 1, 1, 0])

  const returned = await steps.order(mia)
  const returnedIntent = await steps.payAtProvider(mia, returned)
  await steps.report(mia, returned.id, returnedIntent)
  await shop.stripe.refunds.create({ payment_intent: returnedIntent })
  await steps.report(mia, returned.id, returnedIntent)
  await steps.report(mia, returned.id, returnedIntent)
  expect(await grown()).toEqual([3, 2, 1, 1, 1])

  const gone = await steps.order(mia, { stock: 10 })
  const goneIntent = await steps.payAtProvider(mia, gone)
  await steps.query(
    `with released as (update orders set held_until = null where id = $1)
     insert into stock_movements (product_id, order_id, hold_round, delta, reason)
     values ($2, $1, 1, 10, 'released'), ($2, null, null, -10, 'received')`,
    [gone.id, gone.part.id],
  )
  await steps.report(mia, gone.id, goneIntent)
  await steps.query('update refunds set next_attempt_at = now()')
  await processRefunds(shop.shop)
  expect(await grown()).toEqual([4, 2, 1, 1, 2])
})

test('the backlog and invariant violations of the whole shop are reported', async () => {
  await steps.query(
    `insert into webhook_events (id, type, intent_id) values ('evt_waits', 'x', null)`,
  )
  await recordFindings(shop.database.pool, [
    { invariant: 'I1', promise: 'units add up', count: 3, examples: [] },
  ])
  const figures = await read()
  expect(figures.get('shop_backlog{queue="webhooks"}')).toBe(1)
  expect(figures.get('shop_backlog{queue="refunds"}')).toBe(0)
  expect(figures.get('shop_invariant_violations{invariant="I1"}')).toBe(3)
  expect(figures.get('shop_invariant_violations{invariant="I5"}')).toBe(0)
  expect(
    figures.get('shop_daily_job_finished_timestamp_seconds{job="check-invariants"}'),
  ).toBeGreaterThan(1_700_000_000)
  await steps.query(`delete from webhook_events where id = 'evt_waits'`)
})

const mailsWaiting = async () => (await read()).get('shop_backlog{queue="mail"}') ?? Number.NaN

test('a mail is in the backlog while it is retried', async () => {
  const before = await mailsWaiting()
  await steps.query(
    `insert into outbox (recipient, subject, text_body, html_body, attempts)
     select 'mia@example.com', 'Hello', 'Hello', 'Hello', attempts from unnest($1::int[]) as attempts`,
    [[0, mailAttemptsMax - 1, mailAttemptsMax]],
  )
  expect(await mailsWaiting()).toBe(before + 2)
})

test('a node reports its version, pool, load shedding, event loop and memory', async () => {
  const figures = await read()
  const idle = figures.get('shop_database_connections{state="idle"}') ?? 0
  const busy = figures.get('shop_database_connections{state="busy"}') ?? 0
  expect(idle + busy).toBeGreaterThan(0)
  expect(figures.get('shop_requests_in_progress{class="ordinary"}')).toBe(0)
  expect(figures.get('shop_requests_shed_total')).toBe(0)
  expect(figures.get('process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
  expect(figures.has('nodejs_eventloop_lag_p99_seconds')).toBe(true)
  expect(figures.get(`shop_build_info{version="${version}"}`)).toBe(1)
})

test('an open circuit breaker and an unreachable database are reported', async () => {
  expect((await read()).get('shop_circuit_breaker_open{service="cards"}')).toBe(0)
  const ordered = await steps.order(mia)
  shop.sandbox.setFaults({ cards: { failNext: 100 } })
  await expect
    .poll(async () => {
      // In parallel, since five failures within ten seconds open the breaker.
      await Promise.all(Array.from({ length: 5 }, () => steps.open(mia, ordered)))
      return (await read()).get('shop_circuit_breaker_open{service="cards"}')
    })
    .toBe(1)
  shop.sandbox.setFaults({})

  const query = vi.spyOn(shop.database.pool, 'query')
  query.mockRejectedValue(new Error('Connection terminated'))
  const figures = await read()
  query.mockRestore()
  expect(figures.get('shop_database_up')).toBe(0)
  expect(figures.has('process_resident_memory_bytes')).toBe(true)
  expect((await read()).get('shop_database_up')).toBe(1)
})

test('runs of jobs are counted by job and outcome', async () => {
  const swift = await openShop({ METRICS_TOKEN: token, JOB_INTERVAL_SECONDS: '0.05' })
  const text = async () =>
    (await swift.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } }))
      .body
  await expect
    .poll(text)
    .toMatch(/shop_job_runs_total\{job="process webhook events",outcome="done"\} [1-9]/)
  await expect.poll(text).toMatch(/shop_job_last_success_timestamp_seconds\{job="pay refunds"\} 1/)
  const query = vi.spyOn(swift.database.pool, 'query')
  query.mockRejectedValue(new Error('Connection terminated'))
  await expect
    .poll(text)
    .toMatch(/shop_job_runs_total\{job="purge expired rows",outcome="failed"\} [1-9]/)
  query.mockRestore()
  await swift.close()
})
