import { setTimeout as sleep } from 'node:timers/promises'
import { pathOf } from '#contract/shared/endpoint.ts'
import type { Endpoint, Request, Response } from '#contract/shared/endpoint.ts'
import type { Journal } from './journal.ts'

export interface Answer<E extends Endpoint> {
  status: number
  /** A problem document instead, when the status is one of failure. */
  body: Response<E>
}

interface Options {
  /** The `Idempotency-Key`. */
  key?: string
  /** Cuts the line this long after sending. */
  cutAfterMs?: number
}

interface Caller {
  /** Of the nodes; a call goes to any of them. */
  origins: readonly string[]
  token: string
  journal: Journal
  /** The end of everybody's patience. */
  deadline: AbortSignal
  /** A balancer answers too, when a node breaks off: as good as no answer. */
  isBalanced?: boolean
}

export type Client = ReturnType<typeof createClient>

const answerTimeoutMs = 10_000
const shortestPauseMs = 100
const longestPauseMs = 1_000

/** Somebody at the API whose line may break and who sends again until there is an answer. */
export function createClient({ origins, token, journal, deadline, isBalanced = false }: Caller) {
  /** Sends once. Undefined when no whole answer came. */
  async function send<E extends Endpoint>(
    e: E,
    request: Request<E>,
    { key, cutAfterMs = answerTimeoutMs }: Options = {},
  ): Promise<Answer<E> | undefined> {
    const {
      params,
      query,
      body: sent,
    } = request as Record<string, Record<string, string> | undefined>
    const origin = origins[Math.floor(Math.random() * origins.length)]
    const search = query ? `?${new URLSearchParams(query).toString()}` : ''
    let status, text
    try {
      const response = await fetch(`${origin}/api${pathOf(e, params)}${search}`, {
        method: e.method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(sent && { 'content-type': 'application/json' }),
          ...(key && { 'idempotency-key': key }),
        },
        ...(sent && { body: JSON.stringify(sent) }),
        signal: AbortSignal.any([deadline, AbortSignal.timeout(cutAfterMs)]),
      })
      status = response.status
      text = await response.text()
      const isOfNode = response.headers.get('content-type')?.includes('json')
      if (isBalanced && !isOfNode && status >= 502) return undefined
    } catch {
      return undefined
    }
    const body = parse(text)
    if (!isDeclared(e, status, body)) {
      const example = `${e.method} ${e.path}: ${status} ${text.slice(0, 300)}`
      journal.complaints.push({ invariant: 'answers', example })
    }
    // Safe for a status of success: the shop's own schemas made it. Others are told by their status.
    return { status, body: body as Response<E> }
  }

  /** Sends until there is an answer that is one. Undefined when patience ends before. */
  async function call<E extends Endpoint>(
    e: E,
    request: Request<E>,
    options: Options = {},
  ): Promise<Answer<E> | undefined> {
    for (let pauseMs = shortestPauseMs; !deadline.aborted; pauseMs *= 2) {
      const answer = await send(e, request, options)
      if (answer && answer.status !== 503 && answer.status !== 429) return answer
      if (answer?.status === 429) journal.tooMany += 1
      journal.retries += 1
      await sleep(Math.min(pauseMs, longestPauseMs) * (0.5 + Math.random()))
    }
    journal.givenUp += 1
    return undefined
  }

  return { send, call }
}

/** What any call may be answered with while nodes and database are killed. */
const always = ['unavailable', 'too-many']

/** Whether the contract prepares its callers for this answer. */
function isDeclared(e: Endpoint, status: number, body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false
  if (status < 300) return true
  const declared: readonly unknown[] = [...always, ...(e.problems ?? [])]
  return 'code' in body && declared.includes(body.code)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
