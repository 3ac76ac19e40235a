import type { FieldError, Problem } from '#contract/shared/problem-document.ts'
import { problems } from '#contract/shared/problem.ts'
import type { ProblemCode } from '#contract/shared/problem.ts'
import { retryAfter } from './retry-after.ts'

type Extra = Partial<
  Pick<Problem, 'detail' | 'currentTotal' | 'available' | 'lines' | 'orders'>
> & {
  errors?: FieldError[]
  headers?: Record<string, string>
}

/** An expected refusal. Any other error is a bug, and answered as one. */
export class AppError extends Error {
  readonly code: ProblemCode
  readonly extra: Extra

  /** The cause is that of an outage: the log has it, and the answer does not. */
  constructor(code: ProblemCode, extra: Extra = {}, cause?: unknown) {
    super(extra.detail ?? problems[code].title, { cause })
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

/** A refusal as a problem document (RFC 9457). */
export function problemDocument({ code, extra }: AppError, requestId: string): Problem {
  const { headers: _, ...members } = extra
  const { status, title } = problems[code]
  return { type: `/api/docs#${code}`, code, title, status, instance: requestId, ...members }
}

const sqlStates: Readonly<Record<string, ProblemCode>> = {
  '40001': 'unavailable', // serialization failure
  '40P01': 'unavailable', // deadlock
  '55P03': 'unavailable', // lock timeout
  '57014': 'unavailable', // statement timeout
  '25P03': 'unavailable', // idle in a transaction
  '25006': 'unavailable', // read-only: the server has become a standby
  '22021': 'invalid', // invalid byte sequence, such as U+0000
  AP401: 'unauthenticated', // the account was erased after the access check
}

/** SQLSTATE classes of an unavailable or full database, as opposed to a wrong statement. */
const outageClasses = new Set(['08', '53', '57'])

const outageErrors = new Set([
  // A full disk, or one that the system has remounted read-only.
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

/** Driver errors without a code. */
const brokenConnection =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after calling end)/

/** The refusal for an error of the database, the pool or the disk; undefined for a bug. */
export function databaseRefusal(error: unknown): AppError | undefined {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const known = sqlStates[code]
  if (known === 'invalid') return new AppError('invalid')
  if (known === 'unauthenticated') return unauthenticated()
  const isOutage =
    known === 'unavailable' ||
    outageClasses.has(code.slice(0, 2)) ||
    outageErrors.has(code) ||
    brokenConnection.test(error.message)
  return isOutage ? new AppError('unavailable', { headers: retryAfter(1) }) : undefined
}
