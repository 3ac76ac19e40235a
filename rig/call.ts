import { pathOf } from '#contract/shared/endpoint.ts'
import type { Endpoint, Request, Response as Body } from '#contract/shared/endpoint.ts'

interface CallOptions {
  token?: string | undefined
  /** The `Idempotency-Key`. */
  key?: string | undefined
  signal?: AbortSignal
}

export interface ApiResponse<E extends Endpoint> {
  status: number
  /** A problem document unless the status is 200. */
  body: Body<E>
}

export interface FullResponse<E extends Endpoint> extends ApiResponse<E> {
  text: string
  isJson: boolean
}

/** Calls an endpoint once, over the network. Rejects without a complete response. */
export async function call<E extends Endpoint>(
  origin: string,
  e: E,
  request: Request<E>,
  { token, key, signal }: CallOptions = {},
): Promise<FullResponse<E>> {
  const { params, query, body } = request as Record<string, Record<string, string> | undefined>
  const search = query ? `?${new URLSearchParams(query).toString()}` : ''
  const response = await fetch(`${origin}/api${pathOf(e, params)}${search}`, {
    method: e.method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
      ...(key && { 'idempotency-key': key }),
    },
    ...(body && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  // Safe for status 200: the shop's schemas produced the body. For others only the status is read.
  return { status: response.status, text, isJson, body: parse(text) as Body<E> }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
