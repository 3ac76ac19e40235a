import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { problems } from '#contract/shared/problem.ts'
import type { ProblemCode } from '#contract/shared/problem.ts'
import { AppError, databaseRefusal, problemDocument, problemHeaders } from './errors.ts'
import { isShed } from './limits/load-shedding.ts'
import { retryAfterWithJitter } from './retry-after.ts'

/** To whatever the API has not. */
export async function refuseUnknown(): Promise<never> {
  throw new AppError('not-found')
}

const statusCodes: Readonly<Record<number, ProblemCode>> = {
  413: 'too-large',
  415: 'unsupported-media',
  429: 'too-many',
  503: 'unavailable',
}

/** Answers with what has gone wrong, as a problem document; what nobody foresaw is logged as a bug. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const refusal = error instanceof AppError ? error : (databaseRefusal(error) ?? fromFastify(error))
  // Whoever still sends when time is up is not listened to any longer.
  if (isTimeout(error) && !request.raw.complete) reply.header('connection', 'close')
  request.isShed = isShed(error)
  if (!refusal) request.log.error({ err: error, route: request.routeOptions.url }, 'a bug')
  const answer = refusal ?? new AppError('internal')
  return reply
    .code(problems[answer.code].status)
    .headers(answer.extra.headers ?? {})
    .headers(problemHeaders)
    .send(JSON.stringify(problemDocument(answer, request.id)))
}

const isTimeout = ({ code }: FastifyError) => code === 'FST_ERR_HANDLER_TIMEOUT'

/** What Fastify itself refuses: a body that is no JSON, too long, of another type. */
function fromFastify(error: FastifyError): AppError | undefined {
  const { statusCode = 500 } = error
  if (isTimeout(error)) return new AppError('unavailable', { headers: retryAfterWithJitter() })
  const code = statusCodes[statusCode]
  if (code) return new AppError(code)
  return statusCode >= 400 && statusCode < 500 ? new AppError('unreadable') : undefined
}
