import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import type { Endpoint } from '#contract/shared/endpoint.ts'
import { validAuthorization } from './authorizations.ts'
import { fromSchema } from './json-schema.ts'
import type { Operation } from './operations.ts'
import { pathWith } from './requests.ts'
import type { Fixture } from './fixture.ts'

const pieces = ['a', '0', ' ', '-', '/', '@', 'a.', 'a ', '0,', 'a@']

/** Many matching repetitions and an end that does not match, the worst case of a backtracking pattern. */
const long = (piece: string, length: number) => `${piece.repeat(length / piece.length)}!`

/** The maximum that the server accepts. */
const lengths = { path: 4_000, query: 10_000, body: 60_000 }

/** Requests in which one text at a time is as long as possible, so that slow parsing is noticed. */
export function longRequestsOf(
  e: Endpoint,
  operation: Operation,
  fixture: Fixture,
): InjectOptions[] {
  const valid = fixture.validValues(`${e.method} ${e.path}`)
  const named = (place: string) =>
    operation.parameters.filter((parameter) => parameter.in === place)
  const params = Object.fromEntries(
    named('path').map(({ name, schema }) => [
      name,
      encodeURIComponent(one(valid[name] ?? fromSchema(schema))),
    ]),
  )
  const path = (changed = {}) => `/api${pathWith(e, { ...params, ...changed })}`
  const requestOf = (url: string, payload?: string): InjectOptions => ({
    method: e.method,
    url,
    headers: {
      ...validAuthorization(e.access, fixture),
      ...(payload && { 'content-type': typeOf(e) }),
    },
    ...(payload && { payload }),
  })
  const fields = Object.keys(
    operation.requestBody?.content['application/json']?.schema.properties ?? {},
  )
  return pieces.flatMap((piece) => {
    const escaped = (length: number) => encodeURIComponent(long(piece, length)).slice(0, length)
    const text = long(piece, lengths.body)
    return [
      ...named('path').map(({ name }) => requestOf(path({ [name]: escaped(lengths.path) }))),
      ...named('query').map(({ name }) => requestOf(`${path()}?${name}=${escaped(lengths.query)}`)),
      ...fields.map((name) => requestOf(path(), JSON.stringify({ [name]: text }))),
      ...(e.takes ? [requestOf(path(), text)] : []),
    ]
  })
}

const typeOf = ({ takes }: Endpoint) => takes ?? 'application/json'

const one = (values: fc.Arbitrary<unknown>) => String(fc.sample(values, { seed: 1, numRuns: 1 })[0])
