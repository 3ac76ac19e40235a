import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/shared/endpoint.ts'
import { Problem } from '#contract/shared/problem-document.ts'
import { problems } from '#contract/shared/problem.ts'
import type { ProblemCode } from '#contract/shared/problem.ts'
import { problemsOf } from '#server/openapi/document.ts'
import { operationOf } from './operations.ts'

const successKeys = [
  ['token', 'insertedId', 'modifiedCount', 'deletedCount', 'admin', 'clientSecret'],
  ['acknowledged', 'success', 'data', 'paid'],
].flat()

type Response = Pick<LightMyRequestResponse, 'statusCode' | 'headers' | 'body'>

/** Expects a valid problem document without fields of a success. */
export function expectProblem({ statusCode, headers, body }: Response): ProblemCode {
  expect(headers['content-type']).toBe('application/problem+json; charset=utf-8')
  const document = z.parse(Problem, JSON.parse(body))
  expect(JSON.parse(body)).toEqual(document)
  const code = document.code as ProblemCode
  expect(document).toMatchObject({
    ...problems[code],
    type: `/api/docs#${code}`,
    status: statusCode,
  })
  expect(Object.keys(document).filter((key) => successKeys.includes(key))).toEqual([])
  return code
}

/** Expects no server error, and a content type that browsers do not override. */
export function expectNoServerError({ statusCode, headers }: Response) {
  expect(statusCode).toBeLessThan(500)
  expect(headers['x-content-type-options']).toBe('nosniff')
}

function unpacked({ headers, rawPayload }: LightMyRequestResponse): string {
  const encoding = headers['content-encoding']
  if (encoding === 'br') return brotliDecompressSync(rawPayload).toString()
  if (encoding === 'gzip') return gunzipSync(rawPayload).toString()
  return rawPayload.toString()
}

/** Expects a response that the contract and the OpenAPI document declare. */
export function expectDeclared(e: Endpoint, response: LightMyRequestResponse) {
  expectNoServerError(response)
  expect(response.headers['set-cookie']).toBeUndefined()
  if (response.statusCode === 200) {
    const text = unpacked(response)
    const type = e.file ?? 'application/json'
    const charset = type === 'application/pdf' ? '' : '; charset=utf-8'
    expect(response.headers['content-type']).toBe(type + charset)
    const body: unknown = e.file ? text : JSON.parse(text)
    expect(body).toEqual(z.parse(e.response, body))
    return
  }
  const code = expectProblem(response)
  // The router itself refuses paths that it cannot decode or that are too long.
  const ofRouter = e.params ? ['not-found', 'unreadable'] : ['unreadable']
  expect([...problemsOf(e), ...ofRouter]).toContain(code)
  if (!ofRouter.includes(code)) {
    expect(Object.keys(operationOf(e).responses)).toContain(String(response.statusCode))
  }
}
