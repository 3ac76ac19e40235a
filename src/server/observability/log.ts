import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pino } from 'pino'
import type { DestinationStream, Level, LevelWithSilent } from 'pino'
import type { Config } from '../config/config.ts'

/** The shop's log: lines of JSON without secrets and e-mail addresses. */
export const createLog = (level: LevelWithSilent, stream?: DestinationStream) =>
  pino(
    // PostgreSQL's details of an error contain the values of the refused row. The parser of forms logs all headers of its
    // request at `trace`, with the caller's token.
    { level, redact: ['err.detail', 'err.where', 'err.raw', 'busboyOptions.headers'] },
    stream ?? pino.destination(1),
  )

/** Request ids that are unique over all nodes and restarts, without a system call for each. */
export function createRequestIds(): () => string {
  const node = randomBytes(6).toString('base64url')
  let count = 0
  return () => `${node}-${(count += 1).toString(36)}`
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Vite's development server responds with a source file. */
    isSourceFile?: boolean
  }
}

const slowMs = 1_000
const refusals = new Set([401, 403, 429])

/**
 * Logs one line for each response that failed, was slow or was refused. In development mode one for each
 * response, with its URL.
 */
export function logResponses(app: FastifyInstance, { DEV }: Pick<Config, 'DEV'>) {
  app.addHook('onResponse', (request, reply, done) => {
    const otherwise = DEV && !request.isSourceFile ? 'info' : undefined
    const level = request.isShed ? undefined : (levelOf(reply) ?? otherwise)
    const urlInDevelopment = DEV ? { url: request.url } : {}
    if (level) request.log[level]({ ...summary(request, reply), ...urlInDevelopment }, 'answered')
    done()
  })
}

function levelOf({ statusCode, elapsedTime }: FastifyReply): Level | undefined {
  // 503 is transient, and the client retries.
  if (statusCode >= 500 && statusCode !== 503) return 'error'
  if (statusCode === 503 || elapsedTime > slowMs) return 'warn'
  return refusals.has(statusCode) ? 'info' : undefined
}

/** The route's pattern, not the URL, which may contain an e-mail address or a token. */
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
