import { setTimeout as sleep } from 'node:timers/promises'
import type { Endpoint, Request } from '#contract/shared/endpoint.ts'
import { call as callOnce } from './call.ts'
import type { Answer } from './call.ts'
import type { RunRecord } from './record.ts'

interface Options {
  /** The `Idempotency-Key`. */
  key?: string
  /** Aborts the request after this time. */
  cutAfterMs?: number
}

interface Caller {
  /** Of the nodes: each call selects one at random. */
  origins: readonly string[]
  token: string
  record: RunRecord
  /** Ends every call. */
  deadline: AbortSignal
  /** A load balancer may answer for a broken connection: counts as no answer. */
  isBalanced?: boolean
}

export type Client = ReturnType<typeof createClient>

const answerTimeoutMs = 10_000
const shortestPauseMs = 100
const longestPauseMs = 1_000

/** A client of the API that retries with backoff until it has an answer. */
export function createClient({ origins, token, record, deadline, isBalanced = false }: Caller) {
  /** Sends once. Undefined without a whole answer. */
  async function send<E extends Endpoint>(
    e: E,
    request: Request<E>,
    { key, cutAfterMs = answerTimeoutMs }: Options = {},
  ): Promise<Answer<E> | undefined> {
    const origin = origins[Math.floor(Math.random() * origins.length)] ?? ''
    const signal = AbortSignal.any([deadline, AbortSignal.timeout(cutAfterMs)])
    const answer = await callOnce(origin, e, request, { token, key, signal }).catch(() => undefined)
    if (!answer) return undefined
    const { status, text, isJson, body } = answer
    if (isBalanced && !isJson && status >= 502) return undefined
    if (!isDeclared(e, status, body)) {
      const example = `${e.method} ${e.path}: ${status} ${text.slice(0, 300)}`
      record.complaints.push({ invariant: 'answers', example })
    }
    return answer
  }

  /** Retries until there is a final answer. Undefined when the deadline passes first. */
  async function call<E extends Endpoint>(
    e: E,
    request: Request<E>,
    options: Options = {},
  ): Promise<Answer<E> | undefined> {
    for (let pauseMs = shortestPauseMs; !deadline.aborted; pauseMs *= 2) {
      const answer = await send(e, request, options)
      if (answer && answer.status !== 503 && answer.status !== 429) return answer
      if (answer?.status === 429) record.tooMany += 1
      record.retries += 1
      await sleep(Math.min(pauseMs, longestPauseMs) * (0.5 + Math.random()))
    }
    record.givenUp += 1
    return undefined
  }

  return { send, call }
}

/** Problems of any call while nodes and database are killed. */
const always = ['unavailable', 'too-many']

/** Whether the contract declares this answer. */
function isDeclared(e: Endpoint, status: number, body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false
  if (status < 300) return true
  const declared: readonly unknown[] = [...always, ...(e.problems ?? [])]
  return 'code' in body && declared.includes(body.code)
}
