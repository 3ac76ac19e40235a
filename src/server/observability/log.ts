import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pino } from 'pino'
import type { DestinationStream, Level, LevelWithSilent } from 'pino'
import type { Config } from '../config/config.ts'

/** The shop's log: lines of JSON that name no secret and nobody's e-mail address. */
export const createLog = (level: LevelWithSilent, stream?: DestinationStream) =>
  pino(
    // What PostgreSQL says of a row it refused names the row's contents.
    { level, redact: ['err.detail', 'err.where', 'err.raw'] },
    stream ?? pino.destination(1),
  )

/** Request ids that are unique over all nodes and restarts, without asking the system each time. */
export function createRequestIds(): () => string {
  const node = randomBytes(6).toString('base64url')
  let count = 0
  return () => `${node}-${(count += 1).toString(36)}`
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Vite's development server answers it with a source file. */
    isSourceFile?: boolean
  }
}

const slowMs = 1_000
const refusals = new Set([401, 403, 429])

/**
 * One line for each answer that somebody may have to look into: broken, slow or refused. In development
 * mode one line for each, with its address.
 */
export function logAnswers(app: FastifyInstance, { DEV }: Pick<Config, 'DEV'>) {
  app.addHook('onResponse', (request, reply, done) => {
    const usual = DEV && !request.isSourceFile ? 'info' : undefined
    const level = request.isShed ? undefined : (levelOf(reply) ?? usual)
    const address = DEV ? { url: request.url } : {}
    if (level) request.log[level]({ ...summary(request, reply), ...address }, 'answered')
    done()
  })
}

function levelOf({ statusCode, elapsedTime }: FastifyReply): Level | undefined {
  // "Not now" is for whoever asked to deal with, and ends by itself.
  if (statusCode >= 500 && statusCode !== 503) return 'error'
  if (statusCode === 503 || elapsedTime > slowMs) return 'warn'
  return refusals.has(statusCode) ? 'info' : undefined
}

/** The route's pattern, never the address itself, which may hold an e-mail address or a token. */
function summary({ method, routeOptions, user, ip }: FastifyRequest, reply: FastifyReply) {
  return {
    method,
    route: routeOptions.url,
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
    user: user?.id,
    ip,
  }
}
