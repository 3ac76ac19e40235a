import Fastify from 'fastify'
import { beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { endpoints } from '#contract/index.ts'
import { endpoint } from '#contract/shared/endpoint.ts'
import { AppError } from '../errors/errors.ts'
import { answerError } from './error-responses.ts'
import type { Guards } from './access.ts'
import { createLoadShedder } from './limits/load-shedding.ts'
import { noRateLimits } from './limits/rate-limits.ts'
import { timeouts } from './limits/timeouts.ts'
import { rawRoute, route } from './route.ts'

const changed = vi.fn()
beforeEach(() => changed.mockReset())

const write = endpoint({
  method: 'POST',
  path: '/things',
  access: 'public',
  summary: 'Add a thing',
  response: z.object({ done: z.boolean() }),
})

function openRouter() {
  const app = Fastify()
  app.setErrorHandler(answerError)
  const loadShedder = createLoadShedder({ QUEUE_WAIT_MS: 500, DATABASE_POOL: 1 })
  // Public endpoints ask for neither the database nor a token.
  const guards = { limits: noRateLimits, loadShedder } as unknown as Guards
  return { app, guards, timeouts, publicReads: { changed } }
}

async function callsAfter(handle: () => Promise<{ done: boolean }>, e: typeof write = write) {
  const router = openRouter()
  route(router, e, handle)
  await router.app.inject({ method: 'POST', url: '/things' })
  return changed.mock.calls.length
}

const fail = (error: unknown) => async () => {
  throw error
}

test('a write invalidates public reads before it is answered', async () => {
  expect(await callsAfter(async () => ({ done: true }))).toBe(1)
})

test('a refused write invalidates nothing', async () => {
  expect(await callsAfter(fail(new AppError('insufficient-stock')))).toBe(0)
})

test.each([new Error('Connection terminated'), new AppError('unavailable')])(
  'a write that may have been committed invalidates public reads: %s',
  async (error) => {
    expect(await callsAfter(fail(error))).toBe(1)
  },
)

test('a write cannot be registered without invalidation', () => {
  const router = openRouter()
  // @ts-expect-error rawRoute takes reads only
  expect(() => rawRoute(router, write, async () => ({ headers: {} }))).toThrow('POST /things')
})

test('only calls that show in no public read keep the caches', () => {
  const kept = endpoints.filter(({ keepsPublicReads }) => keepsPublicReads)
  expect(kept.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
    'DELETE /addresses/{id}',
    'DELETE /garage',
    'DELETE /manage/priceLists/{id}',
    'DELETE /manage/priceLists/{id}/accounts/{email}',
    'DELETE /product/{id}/alert',
    'DELETE /savedLists/{id}',
    'DELETE /tradeAccount/{email}',
    'POST /addresses',
    'POST /cart/lines',
    'POST /cart/parts',
    'POST /contact',
    'POST /images',
    'POST /manage/imports',
    'POST /manage/priceLists',
    'POST /newsletter',
    'POST /newsletter/confirm',
    'POST /newsletter/unsubscribe',
    'POST /order/outcome',
    'POST /products/lookup',
    'POST /quickOrder/check',
    'POST /savedLists',
    'POST /savedLists/{id}/fill',
    'POST /signOut',
    'POST /stockAlerts/end',
    'PUT /addresses/{id}',
    'PUT /addresses/{id}/default',
    'PUT /cart/lines',
    'PUT /garage',
    'PUT /manage/priceLists/{id}',
    'PUT /manage/priceLists/{id}/accounts/{email}',
    'PUT /manage/priceLists/{id}/prices',
    'PUT /manage/product/{id}/lowLevel',
    'PUT /manage/tradeAccounts/{email}',
    'PUT /product/{id}/alert',
    'PUT /savedLists/{id}',
    'PUT /tradeAccount/{email}',
    'PUT /updateUser/{email}',
    'PUT /user/{email}',
  ])
})

test('idempotent calls have an account that owns the key', () => {
  const idempotent = endpoints.filter((e) => e.idempotent)
  expect(new Set(idempotent.map(({ access }) => access))).toEqual(new Set(['admin', 'customer']))
})
