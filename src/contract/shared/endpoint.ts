import type * as z from 'zod/mini'
import type { LimitName } from './limits.ts'
import type { ProblemCode } from './problem.ts'

/** Who may call: anyone; the holder of an identity provider's ID token; a signed-in account; an admin. */
export type Access = 'public' | 'identity' | 'customer' | 'admin'

/**
 * Which requests are refused first under load: `priority`, for what moves money, last. `memory` needs no
 * database, or asks for admission itself before it does.
 */
export type PriorityClass = 'ordinary' | 'priority' | 'memory'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Where an endpoint is and who may call it. */
export interface EndpointAddress {
  method: Method
  /** Below `/api`, parameters in braces: `/order/{id}`. */
  path: string
  access: Access
}

/** One call of the API, as data: the route, the client, the forms and the documents are made from it. */
export interface Endpoint extends EndpointAddress {
  summary: string
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  /** The body is a multipart form whose file stands in the field `image`. */
  upload?: true
  /** The body is a file of this media type, read as it comes; its size is limited by the handler. */
  takes?: 'text/csv'
  /** The answer is a file of this media type, sent as it is made; `response` describes its text. */
  file?: 'text/csv' | 'application/pdf'
  response: z.ZodMiniType
  /** What the caller must be ready for, beyond what its access and schemas imply. */
  problems?: readonly ProblemCode[]
  /**
   * Counted on its own for each account, beside the limit on all its calls. What is public is counted
   * by address: here instead of with all other reading.
   */
  limit?: LimitName
  /** What counts for admins instead. */
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
