import type { Problem } from '#contract/shared/problem-document.ts'
import { generalProblems, type ProblemCode } from '#contract/shared/problem.ts'

/** The shop answered, and said no. */
export class ApiError extends Error {
  readonly status: number
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.detail ?? problem.title)
    this.name = 'ApiError'
    this.status = problem.status
    this.problem = problem
  }
}

/** No answer arrived: the visitor is offline, the shop cannot be reached, or it took too long. */
export class NetworkError extends Error {
  constructor(options?: ErrorOptions) {
    super('The shop cannot be reached. Check your connection and try again.', options)
    this.name = 'NetworkError'
  }
}

/** Whether a call was refused for one of these reasons. */
export const isProblem = (error: unknown, ...codes: readonly ProblemCode[]): error is ApiError =>
  error instanceof ApiError && codes.some((code) => code === error.problem.code)

/** The problem a failed answer carries, or one made from its status when something in between answered. */
export function problemOf(status: number, body: unknown): Problem {
  if (isProblemDocument(body)) return body
  const code = codeOf(status)
  return { type: 'about:blank', code, title: generalProblems[code].title, status }
}

/** One whole sentence for a person, for any failure of a call: another may follow it. */
export const sentenceFor = (error: unknown) =>
  withFullStop(
    error instanceof ApiError || error instanceof NetworkError
      ? error.message
      : generalProblems.internal.title,
  )

const withFullStop = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`)

const isProblemDocument = (body: unknown): body is Problem =>
  typeof body === 'object' &&
  body !== null &&
  'code' in body &&
  typeof body.code === 'string' &&
  'title' in body &&
  typeof body.title === 'string' &&
  'status' in body &&
  typeof body.status === 'number'

function codeOf(status: number): keyof typeof generalProblems {
  switch (status) {
    case 401:
      return 'unauthenticated'
    case 403:
      return 'forbidden'
    case 404:
      return 'not-found'
    case 413:
      return 'too-large'
    case 429:
      return 'too-many'
    case 502:
    case 503:
    case 504:
      return 'unavailable'
    default:
      return status < 500 ? 'unreadable' : 'internal'
  }
}
