import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { runExclusively } from './run-exclusively.ts'
import { openShop } from '../testing/shop.ts'
import type { TestShop } from '../testing/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const newJob = () => ({ name: randomUUID(), everySeconds: 60, leaseSeconds: 30 })

const rowOf = async (name: string) => {
  const { rows } = await shop.database.pool.query<{ wait: number; outcome: unknown }>(
    `select extract(epoch from due_at - now())::float8 as wait, outcome from job_runs where name = $1`,
    [name],
  )
  return rows[0]
}

const makeDue = (name: string) =>
  shop.database.pool.query(`update job_runs set due_at = now() where name = $1`, [name])

async function failing() {
  throw new Error('the disk is full')
}

/** @shows row-67 */
test('a due job runs once, on one node', async () => {
  const job = newJob()
  const work = vi.fn(async () => 'done')
  const nodes = Array.from({ length: 8 }, () => runExclusively(shop.database.pool, job, work))
  expect((await Promise.all(nodes)).filter(Boolean)).toHaveLength(1)
  expect(await runExclusively(shop.database.pool, job, work)).toBe(false)
  expect(work).toHaveBeenCalledTimes(1)

  await makeDue(job.name)
  expect(await runExclusively(shop.database.pool, job, work)).toBe(true)
})

test('the result of a run is stored', async () => {
  const job = newJob()
  await runExclusively(shop.database.pool, job, async () => ({ found: 3 }))
  expect(await rowOf(job.name)).toMatchObject({ outcome: { found: 3 } })
})

test('a failed job is due when its lease ends', async () => {
  const job = newJob()
  await expect(runExclusively(shop.database.pool, job, failing)).rejects.toThrow('the disk is full')
  expect(await runExclusively(shop.database.pool, job, failing)).toBe(false)
  expect((await rowOf(job.name))!.wait).toBeLessThanOrEqual(job.leaseSeconds)
})
