import { expect, test } from 'vitest'
import { createResponseCache } from './response-cache.ts'

const counted = { limit: 'reads', route: '/' } as const

const answer = (body: string) => async () => ({ headers: {}, body })

test('concurrent requests share a response until a write', async () => {
  const cache = createResponseCache({ maxAgeMs: 60_000 })
  let made = 0
  const make = async () => ({ headers: {}, body: String((made += 1)) })
  await Promise.all([cache.get('/', counted, make), cache.get('/', counted, make)])
  expect(made).toBe(1)
  cache.clear()
  expect(String((await cache.get('/', counted, make))?.body)).toBe('2')
})

test('new URLs evict the oldest entry only', async () => {
  const cache = createResponseCache({ maxAgeMs: 60_000, maxEntries: 3 })
  for (const key of ['a', 'b', 'c', 'd']) await cache.get(key, counted, answer('old'))
  expect(String((await cache.get('b', counted, answer('new')))?.body)).toBe('old')
  expect(String((await cache.get('a', counted, answer('new')))?.body)).toBe('new')
})

test('failures are not cached', async () => {
  const cache = createResponseCache({ maxAgeMs: 60_000 })
  await expect(cache.get('/', counted, () => Promise.reject(new Error('away')))).rejects.toThrow(
    'away',
  )
  expect(String((await cache.get('/', counted, answer('back')))?.body)).toBe('back')
})
