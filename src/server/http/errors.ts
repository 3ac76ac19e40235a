import type { FieldError, Problem } from '#contract/shared/problem-document.ts'
import { problems } from '#contract/shared/problem.ts'
import type { ProblemCode } from '#contract/shared/problem.ts'
import { retryAfter } from './retry-after.ts'

type Extra = Partial<Pick<Problem, 'detail' | 'currentTotal' | 'available'>> & {
  errors?: FieldError[]
  headers?: Record<string, string>
}

/** An expected refusal. Whatever else is thrown is a bug, and answered as one. */
export class AppError extends Error {
  readonly code: ProblemCode
  readonly extra: Extra

  constructor(code: ProblemCode, extra: Extra = {}) {
    super(extra.detail ?? problems[code].title)
    this.code = code
    this.extra = extra
  }
}

export const unauthenticated = () =>
  new AppError('unauthenticated', { headers: { 'www-authenticate': 'Bearer' } })

export const problemHeaders = {
  'cache-control': 'no-store',
  'content-type': 'application/problem+json; charset=utf-8',
} as const

/** The document a refusal is answered with (RFC 9457). */
export function problemDocument({ code, extra }: AppError, requestId: string): Problem {
  const { headers: _, ...members } = extra
  const { status, title } = problems[code]
  return { type: `/api/docs#${code}`, code, title, status, instance: requestId, ...members }
}

const sqlStates: Readonly<Record<string, ProblemCode>> = {
  '40001': 'unavailable', // serialization failure
  '40P01': 'unavailable', // deadlock
  '55P03': 'unavailable', // lock time-out
  '57014': 'unavailable', // statement time-out
  '25P03': 'unavailable', // idle in a transaction for too long
  '25006': 'unavailable', // read-only: the node asked has become a standby
  '22021': 'invalid', // a character that text cannot hold
}

/** Classes of SQLSTATE that mean "the database is away or full", not "the statement is wrong". */
const outageClasses = new Set(['08', '53', '57'])

const outageErrors = new Set([
  // A disk that is full, or that the system has made read-only.
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** What the driver says without a code. */
const brokenConnection =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after calling end)/

/** A refusal for what the database, a full pool or a full disk threw; undefined when it is a bug. */
export function databaseRefusal(error: unknown): AppError | undefined {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const known = sqlStates[code]
  if (known === 'invalid') return new AppError('invalid')
  const isOutage =
    known === 'unavailable' ||
    outageClasses.has(code.slice(0, 2)) ||
    outageErrors.has(code) ||
    brokenConnection.test(error.message)
  return isOutage ? new AppError('unavailable', { headers: retryAfter(1) }) : undefined
}
