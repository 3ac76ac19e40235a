import pg from 'pg'
import type { PoolClient } from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createApp } from '../app.ts'
import { createOrdersInEveryState } from '../testing/rows/orders-in-every-state.ts'
import { openShop } from '../testing/shop.ts'
import type { TestShop } from '../testing/shop.ts'
import { checkInvariants } from './check.ts'
import { checkAllRows, checkRecentRows, recordFindings } from './watch.ts'

let shop: TestShop
beforeEach(async () => {
  shop = await openShop()
})
afterEach(() => shop.close())

const health = async () => (await shop.app.inject('/api/health')).json().invariants

const watched = () => {
  const error = vi.fn()
  return { error, node: { ...shop.shop, log: { ...shop.shop.log, error } } }
}

/** Adds a unit without a stock movement. */
const miscount = () => shop.database.pool.query('update products set quantity = quantity + 1')

/** @shows row-67 */
test('two nodes check once a minute in total', async () => {
  const { app, shop: second } = await createApp(shop.parts)
  const ran = [shop.shop, second].map((node) => checkRecentRows(node))
  expect((await Promise.all(ran)).filter(Boolean)).toHaveLength(1)
  expect(await checkRecentRows(second)).toBe(false)
  await app.close()
})

test('a busy shop is healthy', async () => {
  expect(await health()).toEqual({ checkedAt: null, violations: 0 })
  await createOrdersInEveryState(shop)
  const { node, error } = watched()
  await checkRecentRows(node)
  await checkAllRows(node)
  expect(error).not.toHaveBeenCalled()
  expect(await health()).toEqual({ checkedAt: expect.stringMatching(/^20/), violations: 0 })
})

/** @shows row-67 */
test('a violated invariant is logged with examples and counted in the health', async () => {
  const part = await shop.stock()
  await miscount()
  const { node, error } = watched()
  await checkRecentRows(node)
  expect(error).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ invariant: 'I1', count: 1, examples: [part.id] }),
    'invariant violated',
  )
  const answer = await shop.app.inject('/api/health')
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({ status: 'ok', invariants: { violations: 1 } })
  expect(answer.body).not.toContain(part.id)
})

/** The overlap of two checks. */
const overlapMs = 5_000

const checkedUntil = async () => {
  const { rows } = await shop.database.pool.query<{ until: Date | null }>(
    `select checked_until as until from job_runs where name = 'check-invariants-lately'`,
  )
  return rows[0]?.until ?? undefined
}

const makeDue = (checked = '') =>
  shop.database.pool.query(
    `update job_runs set due_at = now() ${checked} where name = 'check-invariants-lately'`,
  )

/** Begins a transaction with a movement that the stock does not count; returns its start. */
async function addUncounted(client: PoolClient, part: string) {
  await client.query('begin')
  const { rows } = await client.query<{ began: Date }>(
    `insert into stock_movements (product_id, delta, reason) values ($1, 1, 'received')
     returning now() as began`,
    [part],
  )
  return rows[0]?.began ?? new Date(0)
}

/** @shows row-67 */
test('a check looks at the rows since the last one, and at those of transactions that were running', async () => {
  const part = await shop.stock()
  const { node, error } = watched()
  const { pool } = shop.database
  const client = await pool.connect()
  const began = await addUncounted(client, part.id)
  await checkRecentRows(node)
  await client.query('commit')
  client.release()
  expect(error).not.toHaveBeenCalled()
  expect(await checkedUntil()).toSatisfy(
    (until: Date) => Number(until) + overlapMs <= Number(began) + 1,
  )

  await makeDue()
  await checkRecentRows(node)
  expect(error).toHaveBeenCalledOnce()
  // Violations are found again.
  expect(await checkedUntil()).toSatisfy(
    (until: Date) => Number(until) + overlapMs <= Number(began) + 1,
  )
  await makeDue(`, checked_until = now() + interval '1 second'`)
  await checkRecentRows(node)
  expect(error).toHaveBeenCalledOnce()
})

test('a check after missed ones looks back ten minutes at most', async () => {
  await shop.stock()
  const { node } = watched()
  await checkRecentRows(node)
  await makeDue(`, checked_until = now() - interval '1 day'`)
  const query = vi.spyOn(pg.Client.prototype, 'query')
  await checkRecentRows(node)
  const sweeps = 2 * node.config.JOB_INTERVAL_SECONDS
  const since = query.mock.calls.flatMap(([, values]: unknown[]) => {
    const [time, seconds, ...others] = Array.isArray(values) ? (values as unknown[]) : []
    return time instanceof Date && seconds === sweeps && others.length === 0 ? [time] : []
  })
  query.mockRestore()
  expect(Math.min(...since.map(Number))).toBeGreaterThan(Date.now() - 660_000)
})

test('an old finding stays in the health until it is repaired', async () => {
  await shop.stock()
  const { node } = watched()
  await checkAllRows(node)
  await miscount()
  await checkRecentRows(node)
  expect(await checkAllRows(node)).toBe(true)
  expect(await checkAllRows(node)).toBe(false)
  await shop.database.pool.query(
    `update job_runs set outcome = '[]' where name = 'check-invariants-lately'`,
  )
  expect((await health()).violations).toBe(1)

  await shop.database.pool.query('update products set quantity = quantity - 1')
  await recordFindings(shop.database.pool, await checkInvariants(shop.database.pool))
  expect((await health()).violations).toBe(0)
})

test('resolved findings are cleared within ten minutes', async () => {
  await shop.stock()
  await miscount()
  const { node } = watched()
  await checkAllRows(node)
  expect((await health()).violations).toBe(1)
  await shop.database.pool.query('update products set quantity = quantity - 1')
  await checkRecentRows(node)
  expect(await checkAllRows(node)).toBe(false)

  await shop.database.pool.query(
    `update job_runs set due_at = now(), finished_at = now() - interval '11 minutes'
     where name = 'check-invariants-lately'`,
  )
  await shop.database.pool.query(
    `update job_runs set finished_at = now() - interval '11 minutes' where name = 'check-invariants'`,
  )
  await checkRecentRows(node)
  expect(await checkAllRows(node)).toBe(true)
  expect((await health()).violations).toBe(0)
  await checkRecentRows(node)
  expect(await checkAllRows(node)).toBe(false)
})
