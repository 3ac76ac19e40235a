import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/shared/endpoint.ts'
import { AppError } from '../errors/errors.ts'

/** The request's parts by the endpoint's schemas. Throws `invalid` with an error for each field. */
export const parseRequest = (e: Endpoint, { params, query, body }: FastifyRequest) => ({
  ...(e.params && { params: parsePart(e.params, params) }),
  ...(e.query && { query: parseQuery(e, query) }),
  ...(e.body && { body: parsePart(e.body, body ?? {}) }),
})

export const parseQuery = (e: Endpoint, query: unknown) => e.query && parsePart(e.query, query)

function parsePart(schema: z.ZodMiniType, input: unknown) {
  const result = z.safeParse(schema, input)
  if (result.success) return result.data
  const errors = result.error.issues.map(({ path, message }) => ({
    field: path.join('.'),
    message,
  }))
  // An id of the wrong shape is answered like an unknown one.
  if (errors.some(({ field }) => field === 'id')) throw new AppError('not-found')
  throw new AppError('invalid', { errors })
}
