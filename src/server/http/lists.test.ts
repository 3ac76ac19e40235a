import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reviews } from '#contract/reviews.ts'
import type { Review } from '#contract/reviews.ts'
import { answerError } from './error-responses.ts'
import { createLoadShedder } from './limits/load-shedding.ts'
import { createStreams } from './limits/streams.ts'
import { listResponse } from './lists.ts'
import type { Lists } from './lists.ts'

const app = Fastify()
const lists: Lists = {
  rowsMax: 5_000,
  streams: createStreams(),
  loadShedder: createLoadShedder({ QUEUE_WAIT_MS: 500, DATABASE_POOL: 1 }),
}
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
  app.setErrorHandler(answerError)
  app.get<{ Querystring: { after?: string; limit?: string; max?: string } }>(
    '/reviews',
    async (request, reply) => {
      const { after, limit, max } = request.query
      const list = {
        e: reviews.list,
        query: { after, ...(limit !== undefined && { limit: Number(limit) }) },
        load,
      }
      const rowsMax = Number(max ?? lists.rowsMax)
      const { headers, body } = await listResponse({ ...lists, rowsMax }, request, list)
      return reply.headers(headers).send(body)
    },
  )
  origin = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

const load: Parameters<typeof listResponse<Review>>[2]['load'] = async ({
  after,
  skip = 0,
  limit,
}) => {
  const start = (after ? rows.findIndex(({ _id }) => _id === after) + 1 : 0) + skip
  if (start >= failsAt && limit > 1) throw new Error('the database is gone')
  const page = rows.slice(start, start + limit)
  loaded = Math.max(loaded, page.length)
  return page
}

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

/** @shows P11 */
test.each([2_499, 600])('a list of more than %i rows is refused without limit', async (max) => {
  const refused = await fetch(`${origin}/reviews?max=${max}`)
  expect(refused.status).toBe(422)
  expect(await refused.json()).toMatchObject({
    code: 'invalid',
    errors: [{ field: 'limit', message: expect.stringContaining(max.toLocaleString('en')) }],
  })
  const page = await fetch(`${origin}/reviews?max=${max}&limit=200`)
  expect(await page.json()).toEqual(rows.slice(0, 200))
  expect(page.headers.get('link')).toContain('rel="next"')
})

test('a list of exactly as many rows as allowed is complete', async () => {
  const whole = await fetch(`${origin}/reviews?max=${rows.length}`)
  expect(await whole.json()).toHaveLength(rows.length)
})
