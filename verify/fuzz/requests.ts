import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import type { Endpoint } from '#contract/shared/endpoint.ts'
import { authorizations } from './authorizations.ts'
import { fromSchema } from './json-schema.ts'
import type { Operation } from './operations.ts'
import { hostileText, hostileValue } from './values.ts'
import type { Fixture } from './fixture.ts'

type Fitting = ReturnType<Fixture['fitting']>
type Pairs = [name: string, value: unknown][]

/** Requests of one call: mostly nearly right, so that every part of it is reached with something wrong. */
export function requestsOf(e: Endpoint, operation: Operation, fixture: Fixture) {
  const fitting = fixture.fitting(`${e.method} ${e.path}`)
  const named = (place: string) =>
    operation.parameters.filter((parameter) => parameter.in === place)
  return fc
    .record({
      params: fc.record(
        Object.fromEntries(
          named('path').map(({ name, schema }) => [
            name,
            segment(fitting[name] ?? fromSchema(schema)),
          ]),
        ),
      ),
      query: fieldsOf(named('query'), fitting).map(queryText),
      body: bodyOf(operation, fitting),
      authorization: authorizations(e.access, fixture),
      headers: fc.record(oddHeaders, { requiredKeys: [] }),
    })
    .map(({ params, query, body, authorization, headers }): InjectOptions => ({
      method: e.method,
      url: `/api${pathWith(e, params)}${query}`,
      headers: { ...headers, ...body?.headers, ...authorization },
      ...(body && e.method !== 'GET' && { payload: body.payload }),
    }))
}

export const pathWith = (e: Endpoint, segments: Record<string, string>) =>
  e.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => segments[name] ?? '')

/** A part of a path. Dots alone would be resolved by the client, before they are sent. */
const segment = (fitting: fc.Arbitrary<unknown>) =>
  fc.oneof(
    { weight: 5, arbitrary: fitting.map(escaped) },
    { weight: 2, arbitrary: hostileText.map(escaped) },
    { weight: 1, arbitrary: fc.constantFrom('%00', '%ED%A0%80', '%E0%A4%A', '%2F', '%', 'a%2Fb') },
  )

const escaped = (value: unknown) =>
  encodeURIComponent(textOf(value).toWellFormed()).replace(/^\.+$/, 'dots')

// An object may have a `toString` that is no function.
const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** Each field right most of the time, else by its schema, hostile, or left out; and some that nobody asked for. */
const fieldsOf = (
  fields: readonly { name: string; schema: object }[],
  fitting: Fitting,
): fc.Arbitrary<Pairs> =>
  fc
    .tuple(
      fc.tuple(
        ...fields.map(({ name, schema }) =>
          fc
            .oneof(
              { weight: 16, arbitrary: fitting[name] ?? fromSchema(schema) },
              { weight: 2, arbitrary: fromSchema(schema) },
              { weight: 3, arbitrary: hostileValue },
              { weight: 1, arbitrary: fc.constant(undefined) },
            )
            .map((value): Pairs => (value === undefined ? [] : [[name, value]])),
        ),
      ),
      fc.array(fc.tuple(unwanted, hostileValue), { maxLength: 2 }),
    )
    .map(([wanted, others]) => [...wanted.flat(), ...others])

const unwanted = fc.constantFrom(
  ...[
    ['role', 'status', 'paid', '_id', 'id', 'email', 'uid', 'price', 'quantity', 'user_id'],
    ['__proto__', 'constructor', 'toString', 'email[$ne]', 'limit', 'q', '', '\0'],
  ].flat(),
)

const queryText = (pairs: Pairs) => {
  const text = pairs.map(([name, value]) => `${escaped(name)}=${escaped(value)}`).join('&')
  return text && `?${text}`
}

function bodyOf(operation: Operation, fitting: Fitting) {
  const content = operation.requestBody?.content['application/json']
  const { properties = {} } = content?.schema ?? {}
  const fields = Object.entries(properties).map(([name, schema]) => ({ name, schema }))
  const json = fieldsOf(fields, fitting).map((pairs) => ({
    headers: { 'content-type': 'application/json' },
    payload: objectText(pairs),
  }))
  return fc.oneof(
    { weight: content ? 12 : 1, arbitrary: json },
    {
      weight: 2,
      arbitrary: fc.record({
        headers: contentTypes,
        payload: json.chain(({ payload }) => damaged(payload)),
      }),
    },
    { weight: content ? 0 : 3, arbitrary: fc.constant(undefined) },
  )
}

/** Written by hand, so that names may come twice and `__proto__` is a name like any other. */
const objectText = (pairs: Pairs) =>
  `{${pairs.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`

const damaged = (text: string): fc.Arbitrary<string | Buffer> =>
  fc.oneof(
    fc.nat(text.length).map((length) => text.slice(0, length)),
    fc.constantFrom('', 'null', '[]', '"text"', '0', 'NaN', '{"a":1e400}', '\uFEFF{}', "{'a':1}"),
    fc.constantFrom(
      '['.repeat(10_000),
      '{"a":'.repeat(10_000),
      `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
    ),
    fc.constant(`{"a":"${'a'.repeat(70_000)}"}`),
    fc.constant(Buffer.from(text, 'utf16le')),
    fc.constant(Buffer.from(`{"name":"\xE4\xFF","title":"\xED\xA0\x80"}`, 'latin1')),
    fc.uint8Array({ maxLength: 50 }).map((bytes) => Buffer.from(bytes)),
  )

const contentTypes = fc.record(
  {
    'content-type': fc.constantFrom(
      ...[
        [
          'application/json',
          'application/json; charset=utf-16',
          'application/json;charset=nonsense',
        ],
        ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'],
        [
          'application/problem+json',
          'application/xml',
          '',
          'a/b/c',
          'application/json, text/plain',
        ],
      ].flat(),
    ),
  },
  { requiredKeys: [] },
)

/** What a client can really send in a header: Latin letters, visible or blank. */
const headerText = fc.oneof(
  fc.string({
    unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)),
    maxLength: 300,
  }),
  fc.constantFrom('', '0', 'null', '*', 'a'.repeat(256), 'a'.repeat(5000), '../..', '{}'),
)

const oddHeaders = {
  'idempotency-key': fc.oneof(fc.uuid(), headerText),
  'x-forwarded-for': headerText,
  'x-http-method-override': fc.constantFrom('DELETE', 'GET', 'nothing'),
  accept: fc.oneof(fc.constantFrom('text/html', 'image/*', '*/*'), headerText),
  'accept-encoding': fc.oneof(fc.constantFrom('br', 'gzip', 'identity;q=0'), headerText),
  'accept-language': headerText,
  cookie: headerText,
  origin: fc.oneof(fc.constant('https://evil.example'), headerText),
  expect: fc.constant('100-continue'),
}
