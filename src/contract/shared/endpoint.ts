import type * as z from 'zod/mini'
import type { LimitName } from './limits.ts'
import type { ProblemCode } from './problem.ts'

/** Who may call: anyone; the holder of an ID token; a signed-in account; an admin. */
export type Access = 'public' | 'identity' | 'customer' | 'admin'

/**
 * Which requests wait for each other under load: `priority`, for what moves money, waits behind no others.
 * `memory` needs no database, or waits itself before it does.
 */
export type PriorityClass = 'ordinary' | 'priority' | 'memory'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Where an endpoint is and who may call it. */
export interface EndpointPath {
  method: Method
  /** Below `/api`, parameters in braces: `/order/{id}`. */
  path: string
  access: Access
}

/** One call of the API as data, from which route, client, forms and documents are derived. */
export interface Endpoint extends EndpointPath {
  summary: string
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  /** The longest body, if longer than those of other calls. */
  bodyBytesMax?: number
  /** Refused unless the caller signed in within the last minutes: for what a stolen session must not do. */
  needsFreshSignIn?: true
  /** The body is a multipart form with a file in the field `image`. */
  upload?: true
  /** The body is a file of this media type, streamed; the handler limits its size. */
  takes?: 'text/csv'
  /** The response is a streamed file of this media type; `response` describes its text. */
  file?: 'text/csv' | 'application/pdf' | 'application/json'
  response: z.ZodMiniType
  /** Expected errors, beyond those that access and schemas imply. */
  problems?: readonly ProblemCode[]
  /**
   * A limit per account, in addition to the limit on all its calls. Public calls are limited by address,
   * by this limit instead of the one on all reads.
   */
  limit?: LimitName
  /** Replaces `limit` for admins. */
  limitForAdmins?: LimitName
  priorityClass?: PriorityClass
  /**
   * Takes an `Idempotency-Key`: a repeated request gets the stored answer and has no second effect. The
   * server's router runs the handler in one transaction with the key; `own`: the handler stores the key.
   */
  idempotent?: true | 'own'
  /** On other methods than GET: public pages and lists show the same after the call. */
  keepsPublicReads?: true
}

export const endpoint = <const E extends Endpoint>(e: E): E => e

type Part = 'params' | 'query' | 'body'
type Has<E extends Endpoint, K extends Part> = E[K] extends z.ZodMiniType ? K : never

/** What a caller passes. */
export type Request<E extends Endpoint> = {
  [K in Part as Has<E, K>]: E[K] extends z.ZodMiniType ? z.input<E[K]> : never
}

/** What a handler receives: the request after parsing. */
export type Parsed<E extends Endpoint> = {
  [K in Part as Has<E, K>]: E[K] extends z.ZodMiniType ? z.output<E[K]> : never
}

export type Response<E extends Endpoint> = z.output<E['response']>

/** The path with its parameters filled in and escaped. */
export function pathOf(
  e: Pick<Endpoint, 'path'>,
  params: Readonly<Record<string, unknown>> = {},
): string {
  return e.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  )
}
