import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import type { Endpoint } from '#contract/shared/endpoint.ts'
import { authorizations } from './authorizations.ts'
import { fromSchema } from './json-schema.ts'
import type { Operation } from './operations.ts'
import { hostileText, hostileValue } from './values.ts'
import type { Fixture } from './fixture.ts'

type ValidValues = ReturnType<Fixture['validValues']>
type Pairs = [name: string, value: unknown][]

/** Requests of one call, mostly valid except for one part, so that every part is reached with invalid values. */
export function requestsOf(e: Endpoint, operation: Operation, fixture: Fixture) {
  const valid = fixture.validValues(`${e.method} ${e.path}`)
  const named = (place: string) =>
    operation.parameters.filter((parameter) => parameter.in === place)
  return fc
    .record({
      params: fc.record(
        Object.fromEntries(
          named('path').map(({ name, schema }) => [
            name,
            segment(valid[name] ?? fromSchema(schema)),
          ]),
        ),
      ),
      query: fieldsOf(named('query'), valid).map(queryText),
      body: bodyOf(operation, valid),
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

/** A path segment. Clients resolve segments of dots before they send them. */
const segment = (valid: fc.Arbitrary<unknown>) =>
  fc.oneof(
    { weight: 5, arbitrary: valid.map(escaped) },
    { weight: 2, arbitrary: hostileText.map(escaped) },
    { weight: 1, arbitrary: fc.constantFrom('%00', '%ED%A0%80', '%E0%A4%A', '%2F', '%', 'a%2Fb') },
  )

export const escaped = (value: unknown) =>
  encodeURIComponent(textOf(value).toWellFormed()).replace(/^\.+$/, 'dots')

// The `toString` of an object may not be a function.
export const textOf = (value: unknown) =>
  typeof value === 'string' ? value : JSON.stringify(value)

/** Each field valid most of the time, else any value of its schema, hostile or missing; plus undeclared fields. */
const fieldsOf = (
  fields: readonly { name: string; schema: object }[],
  valid: ValidValues,
): fc.Arbitrary<Pairs> =>
  fc
    .tuple(
      fc.tuple(
        ...fields.map(({ name, schema }) =>
          fc
            .oneof(
              { weight: 16, arbitrary: valid[name] ?? fromSchema(schema) },
              { weight: 2, arbitrary: fromSchema(schema) },
              { weight: 3, arbitrary: hostileValue },
              { weight: 1, arbitrary: fc.constant(undefined) },
            )
            .map((value): Pairs => (value === undefined ? [] : [[name, value]])),
        ),
      ),
      fc.array(fc.tuple(undeclaredName, hostileValue), { maxLength: 2 }),
    )
    .map(([declared, others]) => [...declared.flat(), ...others])

const undeclaredName = fc.constantFrom(
  ...[
    ['role', 'status', 'paid', '_id', 'id', 'email', 'uid', 'price', 'quantity', 'user_id'],
    ['__proto__', 'constructor', 'toString', 'email[$ne]', 'limit', 'q', '', '\0'],
  ].flat(),
)

const queryText = (pairs: Pairs) => {
  const text = pairs.map(([name, value]) => `${escaped(name)}=${escaped(value)}`).join('&')
  return text && `?${text}`
}

function bodyOf(operation: Operation, valid: ValidValues) {
  const content = operation.requestBody?.content['application/json']
  const { properties = {} } = content?.schema ?? {}
  const fields = Object.entries(properties).map(([name, schema]) => ({ name, schema }))
  const json = fieldsOf(fields, valid).map((pairs) => ({
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

/** Built as text, to allow duplicate names and `__proto__`. */
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

/** Characters that a client can send in a header: printable Latin-1. */
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
