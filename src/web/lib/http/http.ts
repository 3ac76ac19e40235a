import { onlineManager } from '@tanstack/react-query'
import { type Endpoint, pathOf, type Request } from '#contract/shared/endpoint.ts'
import { ApiError, NetworkError, problemOf } from '#web/lib/http/problems.ts'

export const timeoutMs = 30_000

export interface Message {
  method: Endpoint['method']
  /** Path and query. */
  url: string
  body?: unknown
  bearer?: string | undefined
  idempotencyKey?: string | undefined
  signal?: AbortSignal | undefined
}

/** Path and query of a call, below `/api`. */
export function urlOf<E extends Endpoint>(
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

/** The message of a call, without a token. */
export function messageTo<E extends Endpoint>(
  endpoint: E | Pick<E, 'method' | 'path'>,
  request: Request<E>,
): Message {
  const { body }: { body?: unknown } = request
  return { method: endpoint.method, url: urlOf(endpoint, request), body }
}

/** Sends a message and returns the JSON response. */
export async function send(message: Message): Promise<unknown> {
  const { answer } = await sendAndCheck(message)
  return answer
}

/** A response body and its `Link` header. */
export interface Answer {
  answer: unknown
  link: string | null
}

/** One page of a list; `next` is the URL of the following page, if any. */
export interface Page<Row> {
  rows: Row[]
  next: string | undefined
}

/** Reads one page of a list. */
export async function sendForPage(message: Message): Promise<Page<unknown>> {
  return toPage(await sendAndCheck(message))
}

export const toPage = ({ answer, link }: Answer): Page<unknown> => ({
  rows: answer as unknown[],
  next: nextPageUrl(link),
})

/** URL of the next page in a `Link` header. */
export const nextPageUrl = (link: string | null) => /<([^<>]+)>;\s*rel="next"/.exec(link ?? '')?.[1]

/** Undefined if the text is not JSON: then a proxy has answered. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function sendAndCheck(message: Message): Promise<Answer> {
  const { status, ok, link, body } = await fetchWithTimeout(
    message,
    (answer) => answer.text(),
    timeoutMs,
  )
  const answer = parseJson(body)
  if (!ok) throw new ApiError(problemOf(status, answer))
  return { answer, link }
}

/** Sends a message and reads the body of its response, with one timeout for both. */
export async function fetchWithTimeout<Body>(
  { method, url, body, bearer, idempotencyKey, signal }: Message,
  readBody: (answer: Response) => Promise<Body>,
  patienceMs: number,
) {
  const timeout = AbortSignal.timeout(patienceMs)
  try {
    const response = await fetch(url, {
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
