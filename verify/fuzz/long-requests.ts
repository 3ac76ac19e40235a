import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import type { Endpoint } from '#contract/shared/endpoint.ts'
import { letIn } from './authorizations.ts'
import { fromSchema } from './json-schema.ts'
import type { Operation } from './operations.ts'
import { pathWith } from './requests.ts'
import type { Fixture } from './fixture.ts'

const pieces = ['a', '0', ' ', '-', '/', '@', 'a.', 'a ', '0,', 'a@']

/** Much that fits and an end that does not: where a pattern goes back, here it has the most ways to go. */
const long = (piece: string, length: number) => `${piece.repeat(length / piece.length)}!`

/** As much as the server takes. */
const lengths = { path: 4_000, query: 10_000, body: 60_000 }

/** Every text of a call in turn so long that reading it slowly is felt. */
export function longRequestsOf(
  e: Endpoint,
  operation: Operation,
  fixture: Fixture,
): InjectOptions[] {
  const fitting = fixture.fitting(`${e.method} ${e.path}`)
  const named = (place: string) =>
    operation.parameters.filter((parameter) => parameter.in === place)
  const params = Object.fromEntries(
    named('path').map(({ name, schema }) => [
      name,
      encodeURIComponent(one(fitting[name] ?? fromSchema(schema))),
    ]),
  )
  const path = (changed = {}) => `/api${pathWith(e, { ...params, ...changed })}`
  const ask = (url: string, payload?: string): InjectOptions => ({
    method: e.method,
    url,
    headers: { ...letIn(e.access, fixture), ...(payload && { 'content-type': typeOf(e) }) },
    ...(payload && { payload }),
  })
  const fields = Object.keys(
    operation.requestBody?.content['application/json']?.schema.properties ?? {},
  )
  return pieces.flatMap((piece) => {
    const escaped = (length: number) => encodeURIComponent(long(piece, length)).slice(0, length)
    const text = long(piece, lengths.body)
    return [
      ...named('path').map(({ name }) => ask(path({ [name]: escaped(lengths.path) }))),
      ...named('query').map(({ name }) => ask(`${path()}?${name}=${escaped(lengths.query)}`)),
      ...fields.map((name) => ask(path(), JSON.stringify({ [name]: text }))),
      ...(e.takes ? [ask(path(), text)] : []),
    ]
  })
}

const typeOf = ({ takes }: Endpoint) => takes ?? 'application/json'

const one = (values: fc.Arbitrary<unknown>) => String(fc.sample(values, { seed: 1, numRuns: 1 })[0])
