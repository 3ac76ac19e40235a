import { setTimeout as sleep } from 'node:timers/promises'
import type { Endpoint, Request } from '#contract/shared/endpoint.ts'
import { call as callOnce } from './call.ts'
import type { ApiResponse } from './call.ts'
import type { RunRecord } from './record.ts'

interface CallOptions {
  /** The `Idempotency-Key`. */
  key?: string
  /** Aborts the request after this time. */
  cutAfterMs?: number
}

interface Caller {
  /** Origins of the nodes; each call selects one at random. */
  origins: readonly string[]
  token: string
  record: RunRecord
  /** Ends all calls. */
  deadline: AbortSignal
  /** Behind a load balancer, whose own error pages count as a broken connection. */
  isBalanced?: boolean
}

export type Client = ReturnType<typeof createClient>

const responseTimeoutMs = 10_000
const minBackoffMs = 100
const maxBackoffMs = 1_000

/** A client of the API that retries with backoff until it has a final response. */
export function createClient({ origins, token, record, deadline, isBalanced = false }: Caller) {
  /** Sends once. Returns undefined without a complete response. */
  async function send<E extends Endpoint>(
    e: E,
    request: Request<E>,
    { key, cutAfterMs = responseTimeoutMs }: CallOptions = {},
  ): Promise<ApiResponse<E> | undefined> {
    const origin = origins[Math.floor(Math.random() * origins.length)] ?? ''
    const signal = AbortSignal.any([deadline, AbortSignal.timeout(cutAfterMs)])
    const response = await callOnce(origin, e, request, { token, key, signal }).catch(
      () => undefined,
    )
    if (!response) return undefined
    const { status, text, isJson, body } = response
    if (isBalanced && !isJson && status >= 502) return undefined
    if (!isDeclared(e, status, body)) {
      const example = `${e.method} ${e.path}: ${status} ${text.slice(0, 300)}`
      record.findings.push({ invariant: 'responses', example })
    }
    return response
  }

  /** Retries until there is a final response. Returns undefined when the deadline passes first. */
  async function call<E extends Endpoint>(
    e: E,
    request: Request<E>,
    options: CallOptions = {},
  ): Promise<ApiResponse<E> | undefined> {
    for (let backoffMs = minBackoffMs; !deadline.aborted; backoffMs *= 2) {
      const response = await send(e, request, options)
      if (response && response.status !== 503 && response.status !== 429) return response
      if (response?.status === 429) record.rateLimited += 1
      record.retries += 1
      await sleep(Math.min(backoffMs, maxBackoffMs) * (0.5 + Math.random()))
    }
    record.givenUp += 1
    return undefined
  }

  return { send, call }
}

/** Problems that any call may return while nodes and database are killed. */
const undeclaredProblems = ['unavailable', 'too-many']

/** Whether the contract declares this response. */
function isDeclared(e: Endpoint, status: number, body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false
  if (status < 300) return true
  const declared: readonly unknown[] = [...undeclaredProblems, ...(e.problems ?? [])]
  return 'code' in body && declared.includes(body.code)
}
