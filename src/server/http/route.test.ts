import { Readable } from 'node:stream'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#contract/shared/endpoint.ts'
import type { Guards } from './access.ts'
import { createLoadShedder } from './limits/load-shedding.ts'
import { noRateLimits } from './limits/rate-limits.ts'
import { timeouts } from './limits/timeouts.ts'
import { rawRoute } from './route.ts'

const e = endpoint({
  method: 'GET',
  path: '/whole',
  access: 'public',
  summary: 'Everything',
  response: z.string(),
})

/** @shows P11 */
test('a response on its way keeps no turn', async () => {
  const app = Fastify({ forceCloseConnections: true })
  onTestFinished(() => app.close())
  const loadShedder = createLoadShedder({ QUEUE_WAIT_MS: 500, DATABASE_POOL: 1 })
  // Public endpoints ask for neither the database nor a token.
  const guards = { limits: noRateLimits, loadShedder } as unknown as Guards
  const inTurn: number[] = []
  rawRoute({ app, guards, timeouts, publicReads: { changed() {} } }, e, async () => {
    inTurn.push(loadShedder.inProgress.ordinary)
    const body = new Readable({ read() {} })
    body.push('the beginning')
    return { headers: {}, body }
  })
  const response = await fetch(`${await app.listen({ port: 0, host: '127.0.0.1' })}/whole`)
  await response.body?.getReader().read()
  expect([inTurn, loadShedder.inProgress.ordinary]).toEqual([[1], 0])
})
