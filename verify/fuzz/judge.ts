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

type Answer = Pick<LightMyRequestResponse, 'statusCode' | 'headers' | 'body'>

/** A refusal of any request is a problem document, and promises nothing. */
export function expectProblem({ statusCode, headers, body }: Answer): ProblemCode {
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

/** Never a fault of the server's own, and never read as anything but data. */
export function expectHarmless({ statusCode, headers }: Answer) {
  expect(statusCode).toBeLessThan(500)
  expect(headers['x-content-type-options']).toBe('nosniff')
}

function unpacked({ headers, rawPayload }: LightMyRequestResponse): string {
  const encoding = headers['content-encoding']
  if (encoding === 'br') return brotliDecompressSync(rawPayload).toString()
  if (encoding === 'gzip') return gunzipSync(rawPayload).toString()
  return rawPayload.toString()
}

/** What the contract and its document promise of every answer of a call. */
export function expectDeclared(e: Endpoint, answer: LightMyRequestResponse) {
  expectHarmless(answer)
  expect(answer.headers['set-cookie']).toBeUndefined()
  if (answer.statusCode === 200) {
    const text = unpacked(answer)
    const type = e.file ?? 'application/json'
    const charset = type === 'application/pdf' ? '' : '; charset=utf-8'
    expect(answer.headers['content-type']).toBe(type + charset)
    const body: unknown = e.file ? text : JSON.parse(text)
    expect(body).toEqual(z.parse(e.response, body))
    return
  }
  const code = expectProblem(answer)
  // An address that the router cannot read, or finds too long, is no address of ours.
  const ofTheRouter = e.params ? ['not-found', 'unreadable'] : ['unreadable']
  expect([...problemsOf(e), ...ofTheRouter]).toContain(code)
  if (!ofTheRouter.includes(code)) {
    expect(Object.keys(operationOf(e).responses)).toContain(String(answer.statusCode))
  }
}
