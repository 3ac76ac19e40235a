import { onlineManager } from '@tanstack/react-query'
import { type Endpoint, pathOf, type Request } from '#contract/shared/endpoint.ts'
import { ApiError, NetworkError, problemOf } from '#web/lib/http/problems.ts'

export const timeoutMs = 30_000

/** A long list takes its time. */
const fileTimeoutMs = 120_000

export interface Message {
  method: Endpoint['method']
  /** Path and query, from the root of the shop. */
  address: string
  body?: unknown
  bearer?: string | undefined
  idempotencyKey?: string | undefined
  signal?: AbortSignal | undefined
}

/** Where a call goes: its path and query below `/api`. */
export function addressOf<E extends Endpoint>(
  endpoint: E | Pick<E, 'path'>,
  request: Request<E>,
): string {
  const { params, query = {} }: Parts = request
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value))
  }
  const suffix = search.size > 0 ? `?${search}` : ''
  return `/api${pathOf(endpoint, params)}${suffix}`
}

/** The message that makes a call, without a token. */
export function messageTo<E extends Endpoint>(
  endpoint: E | Pick<E, 'method' | 'path'>,
  request: Request<E>,
): Message {
  const { body }: { body?: unknown } = request
  return { method: endpoint.method, address: addressOf(endpoint, request), body }
}

/** Sends one message to our own server and gives back the JSON it answers. */
export async function send(message: Message): Promise<unknown> {
  const { answer } = await accepted(message)
  return answer
}

/** What the server has answered, and its `Link` header. */
export interface Answer {
  answer: unknown
  link: string | null
}

/** Some rows of a list; `next` is the address of those that follow, if there are any. */
export interface Page<Row> {
  rows: Row[]
  next: string | undefined
}

/** Reads one page of a list. */
export async function sendForPage(message: Message): Promise<Page<unknown>> {
  return pageOf(await accepted(message))
}

export const pageOf = ({ answer, link }: Answer): Page<unknown> => ({
  rows: answer as unknown[],
  next: nextIn(link),
})

/** The address of the next page in a `Link` header. */
export const nextIn = (link: string | null) => /<([^<>]+)>;\s*rel="next"/.exec(link ?? '')?.[1]

/** Undefined when the text is not JSON: then something between us and the server has answered. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Reads a file that the API makes. */
export async function sendForFile(message: Message): Promise<Blob> {
  const { status, ok, body } = await exchange(message, (answer) => answer.blob(), fileTimeoutMs)
  if (!ok) throw new ApiError(problemOf(status, parsed(await body.text())))
  return body
}

async function accepted(message: Message): Promise<Answer> {
  const { status, ok, link, body } = await exchange(message, (answer) => answer.text(), timeoutMs)
  const answer = parsed(body)
  if (!ok) throw new ApiError(problemOf(status, answer))
  return { answer, link }
}

async function exchange<Body>(
  { method, address, body, bearer, idempotencyKey, signal }: Message,
  readBody: (answer: Response) => Promise<Body>,
  patienceMs: number,
) {
  const timeout = AbortSignal.timeout(patienceMs)
  try {
    const response = await fetch(address, {
      method,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(bearer && { authorization: `Bearer ${bearer}` }),
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const { status, ok, headers } = response
    const content = await readBody(response)
    onlineManager.setOnline(true)
    return { status, ok, link: headers.get('link'), body: content }
  } catch (cause) {
    if (signal?.aborted) throw cause
    onlineManager.setOnline(false)
    throw new NetworkError({ cause })
  }
}

type Parts = {
  params?: Record<string, unknown>
  query?: Record<string, string | number | undefined>
}
