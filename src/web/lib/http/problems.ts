import type { Problem } from '#contract/shared/problem-document.ts'
import { generalProblems, type ProblemCode } from '#contract/shared/problem.ts'

/** An error response of the API. */
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

/** No response: offline, unreachable or timed out. */
export class NetworkError extends Error {
  constructor(options?: ErrorOptions) {
    super('The shop cannot be reached. Check your connection and try again.', options)
    this.name = 'NetworkError'
  }
}

/** Whether the API rejected a call with one of these codes. */
export const isProblem = (error: unknown, ...codes: readonly ProblemCode[]): error is ApiError =>
  error instanceof ApiError && codes.some((code) => code === error.problem.code)

/**
 * The problem document of an error response, or one derived from the status if a proxy answered.
 */
export function problemOf(status: number, body: unknown): Problem {
  if (isProblemDocument(body)) return body
  const code = codeOf(status)
  return { type: 'about:blank', code, title: generalProblems[code].title, status }
}

/** User-visible message for a failed call: one whole sentence, to which another can be appended. */
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
