import type { FastifyRequest } from 'fastify'
import { publishableKey, secretKey } from '../keys.ts'
import { ApiError } from './errors.ts'

/** The kind of the caller's key: that of the shop's server, or that of browsers. */
export type Access = 'secret' | 'publishable'

/** Reads the key as Stripe does: from the bearer token, or from the parameter `key` of a browser. */
export function accessOf({ headers, query, body }: FastifyRequest): Access {
  const bearer = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1]
  const key = bearer ?? keyIn(query) ?? keyIn(body)
  if (key === secretKey) return 'secret'
  if (key === publishableKey) return 'publishable'
  throw unauthorized(
    key
      ? `Invalid API Key provided: ${key.slice(0, 8)}***`
      : "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
  )
}

export const secretKeyRequired = () =>
  new ApiError(403, {
    type: 'invalid_request_error',
    code: 'secret_key_required',
    message:
      'This API call cannot be made with a publishable API key. Please use a secret API key.',
  })

function keyIn(form: unknown): string | undefined {
  if (typeof form !== 'object' || form === null || !('key' in form)) return undefined
  return typeof form.key === 'string' ? form.key : undefined
}

const unauthorized = (message: string) =>
  new ApiError(401, { type: 'invalid_request_error', message })
