import type { z } from 'zod'

type ErrorBody = {
  type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error'
  message: string
  code?: string
  decline_code?: string
  param?: string
  charge?: string
  payment_intent?: object
  payment_method?: object
}

/** An error response in Stripe's format. */
export class ApiError extends Error {
  readonly status: number
  readonly body: ErrorBody

  constructor(status: number, body: ErrorBody) {
    super(body.message)
    this.status = status
    this.body = body
  }
}

export function invalidRequest(
  code: string | undefined,
  message: string,
  details: Partial<ErrorBody> = {},
) {
  return new ApiError(400, {
    type: 'invalid_request_error',
    ...(code && { code }),
    message,
    ...details,
  })
}

export const resourceMissing = (type: string, id: string, param = 'id') =>
  new ApiError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${type}: '${id}'`,
    param,
  })

/** The first invalid parameter, in Stripe's words. */
export function invalidParameter({ issues }: z.ZodError): ApiError {
  const issue = issues[0]

  if (issue?.code === 'unrecognized_keys') {
    const param = nameOf([...issue.path, issue.keys[0] ?? ''])
    return invalidRequest('parameter_unknown', `Received unknown parameter: ${param}`, { param })
  }
  const param = nameOf(issue?.path ?? [])
  if (issue?.code === 'invalid_type' && issue.input === undefined) {
    return invalidRequest('parameter_missing', `Missing required param: ${param}.`, { param })
  }
  return invalidRequest('parameter_invalid', `Invalid ${param}: ${issue?.message}`, { param })
}

/** A nested name as it is in the form: `metadata[order]`. */
const nameOf = ([first = '', ...rest]: PropertyKey[]) =>
  String(first) + rest.map((part) => `[${String(part)}]`).join('')
