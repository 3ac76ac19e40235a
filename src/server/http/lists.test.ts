import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reviews } from '#contract/reviews.ts'
import type { Review } from '#contract/reviews.ts'
import { createLoadShedder } from './limits/load-shedding.ts'
import { sendList } from './lists.ts'

const app = Fastify()
const loadShedder = createLoadShedder({ waitingCount: 0 }, 10)
let failsAt = Infinity
let loaded = 0

const rowOf = (index: number): Review => ({
  _id: `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
  name: 'Mia',
  rating: 5,
  title: 'Good',
  description: `Review ${index}`,
})
const rows = Array.from({ length: 2500 }, (_, index) => rowOf(index))

let origin: string
beforeAll(async () => {
  app.get<{ Querystring: { after?: string } }>('/reviews', (request, reply) =>
    sendList(reply, loadShedder, {
      e: reviews.list,
      url: request.url,
      query: request.query,
      load: async ({ after, limit }) => {
        const start = after ? rows.findIndex(({ _id }) => _id === after) + 1 : 0
        if (start >= failsAt) throw new Error('the database is gone')
        const page = rows.slice(start, start + limit)
        loaded = Math.max(loaded, page.length)
        return page
      },
    }),
  )
  origin = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

test('a streamed list is complete', async () => {
  failsAt = Infinity
  loaded = 0
  expect(await (await fetch(`${origin}/reviews`)).json()).toEqual(rows)
  expect(loaded).toBeLessThan(rows.length)
})

test('a list of exactly two pages is complete', async () => {
  const rest = await fetch(`${origin}/reviews?after=${rows[499]?._id}`)
  expect(await rest.json()).toEqual(rows.slice(500))
})

test('a failing stream is cut off, not ended', async () => {
  failsAt = 1000
  const broken = fetch(`${origin}/reviews`).then((response) => response.text())
  await expect(broken).rejects.toThrow()
  failsAt = Infinity
  expect((await fetch(`${origin}/reviews`)).status).toBe(200)
})
