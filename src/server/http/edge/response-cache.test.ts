import { expect, test } from 'vitest'
import { createResponseCache } from './response-cache.ts'

const counted = { limit: 'reads', route: '/' } as const

const answer = (body: string) => async () => ({ headers: {}, body })

test('an answer is made once for everybody who asks meanwhile, and anew after a write', async () => {
  const kept = createResponseCache({ maxAgeMs: 60_000 })
  let made = 0
  const make = async () => ({ headers: {}, body: String((made += 1)) })
  await Promise.all([kept.get('/', counted, make), kept.get('/', counted, make)])
  expect(made).toBe(1)
  kept.clear()
  expect(String((await kept.get('/', counted, make))?.body)).toBe('2')
})

test('ever new addresses push the oldest out, never all at once', async () => {
  const kept = createResponseCache({ maxAgeMs: 60_000, maxEntries: 3 })
  for (const key of ['a', 'b', 'c', 'd']) await kept.get(key, counted, answer('old'))
  expect(String((await kept.get('b', counted, answer('new')))?.body)).toBe('old')
  expect(String((await kept.get('a', counted, answer('new')))?.body)).toBe('new')
})

test('a failure is not kept', async () => {
  const kept = createResponseCache({ maxAgeMs: 60_000 })
  await expect(kept.get('/', counted, () => Promise.reject(new Error('away')))).rejects.toThrow(
    'away',
  )
  expect(String((await kept.get('/', counted, answer('back')))?.body)).toBe('back')
})
