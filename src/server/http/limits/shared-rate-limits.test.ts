import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AppError } from '../errors.ts'
import { createLimits } from './shared-rate-limits.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop } from '../../testing/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

test('two nodes together let through as many as one, and say when to come back', async () => {
  const nodes = [createLimits(shop.database.pool), createLimits(shop.database.pool)]
  const limit = { name: 'sign-in', perMinute: 10 }
  const tries = Array.from({ length: 30 }, (_, index) => nodes[index % 2]!.take(limit, 'mia'))
  const outcomes = await Promise.allSettled(tries)
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(refused).toHaveLength(20)
  const refusal = refused[0]!.reason as AppError
  expect(refusal.code).toBe('too-many')
  expect(Number(refusal.extra.headers!['retry-after'])).toBeGreaterThan(0)
  await expect(nodes[0]!.take(limit, 'noah')).resolves.toBeUndefined()
})
