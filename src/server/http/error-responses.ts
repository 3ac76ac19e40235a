import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { problems } from '#contract/shared/problem.ts'
import type { ProblemCode } from '#contract/shared/problem.ts'
import { AppError, databaseRefusal, problemDocument, problemHeaders } from '../errors/errors.ts'
import { isShed } from './limits/load-shedding.ts'
import { retryAfterWithJitter } from '../errors/retry-after.ts'

/** 404 for unknown API paths. */
export async function refuseUnknown(): Promise<never> {
  throw new AppError('not-found')
}

const statusCodes: Readonly<Record<number, ProblemCode>> = {
  413: 'too-large',
  415: 'unsupported-media',
  429: 'too-many',
  503: 'unavailable',
}

/**
 * Answers an error as a problem document. Unexpected errors are logged and answered as 500; the cause of an outage is logged,
 * since its answer does not have it.
 */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const refusal = error instanceof AppError ? error : (databaseRefusal(error) ?? fromFastify(error))
  // Close the connection if the body is still arriving when the request times out.
  if (isTimeout(error) && !request.raw.complete) reply.header('connection', 'close')
  request.isShed = isShed(error)
  const route = request.routeOptions.url
  const cause = error instanceof AppError ? error.cause : error
  if (!refusal) request.log.error({ err: error, route }, 'unhandled error')
  else if (refusal.code === 'unavailable' && cause)
    request.log.warn({ err: cause, route }, 'temporarily unavailable')
  const answer = refusal ?? new AppError('internal')
  return reply
    .code(problems[answer.code].status)
    .headers(answer.extra.headers ?? {})
    .headers(problemHeaders)
    .send(JSON.stringify(problemDocument(answer, request.id)))
}

const isTimeout = ({ code }: FastifyError) => code === 'FST_ERR_HANDLER_TIMEOUT'

/** Refusals of Fastify itself: a body that is too long, of another type, or not JSON. */
function fromFastify(error: FastifyError): AppError | undefined {
  const { statusCode = 500 } = error
  if (isTimeout(error)) return new AppError('unavailable', { headers: retryAfterWithJitter() })
  const code = statusCodes[statusCode]
  if (code) return new AppError(code)
  return statusCode >= 400 && statusCode < 500 ? new AppError('unreadable') : undefined
}
