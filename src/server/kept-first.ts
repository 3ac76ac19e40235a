import type { FastifyInstance, FastifyRequest } from 'fastify'
import { countPublicCall } from './access.ts'
import type { CallLimits } from './call-limits.ts'
import type { Drain } from './drain.ts'
import { AppError } from './errors.ts'
import { readyFor } from './kept.ts'
import type { Kept, KeptAnswer } from './kept.ts'

interface Deps {
  kept: Kept
  limits: CallLimits
  drain: Drain
}

/**
 * Sends a public answer that is at hand before anything else is done for the request: everything
 * else costs more than the answer does. Whoever asked too often is left to the usual way, which refuses.
 */
export function sendKeptFirst(app: FastifyInstance, { kept, limits, drain }: Deps) {
  app.addHook('onRequest', (request, reply, done) => {
    const { method, url, headers } = request
    // Who shows a token may have to be answered by the primary: see `readsFor`.
    const isUsual = method === 'GET' && headers.authorization === undefined && !drain.isOn
    const ready = isUsual ? kept.ready(url) : undefined
    if (!ready || !isCounted(limits, ready, request)) return done()
    const { status, rawHeaders, body } = readyFor(request, ready)
    reply.hijack()
    reply.raw.writeHead(status, rawHeaders).end(body)
  })
}

function isCounted(limits: CallLimits, { limit }: KeptAnswer, request: FastifyRequest): boolean {
  try {
    countPublicCall(limit, request, { limits })
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}
