import fc from 'fast-check'
import type { Access } from '#contract/shared/endpoint.ts'
import type { Fixture } from './fixture.ts'
import { hostileText, hostileValue } from './values.ts'

/** Mostly valid, so that the rest of the request is examined too. */
export const authorizations = (access: Access, { customer, admin }: Fixture) =>
  fc.oneof(
    { weight: 24, arbitrary: fc.constantFrom(...validTokens(access, customer, admin)).map(bearer) },
    { weight: 1, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: forgedToken.map(bearer) },
    { weight: 1, arbitrary: oddHeader.map((authorization) => ({ authorization })) },
  )

const validTokens = (
  access: Access,
  customer: Fixture['customer'],
  admin: Fixture['admin'],
): [string, ...string[]] =>
  access === 'identity'
    ? [customer.idToken]
    : access === 'admin'
      ? [admin.token]
      : [customer.token, customer.token, customer.token, admin.token]

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

const oddHeader = fc.constantFrom(
  ...[
    ['', 'Bearer', 'Bearer ', 'bearer a', 'Bearer null', 'Bearer a.b.c', 'Bearer ..', 'Bearer .'],
    ['Basic YWRtaW46YWRtaW4=', `Bearer ${'a'.repeat(10_000)}`, `Bearer ${'e30.'.repeat(300)}`],
    ['Bearer e30.e30.e30, Bearer e30.e30.e30'],
  ].flat(),
)

const encode = (part: unknown) => Buffer.from(JSON.stringify(part) ?? '').toString('base64url')

const header = fc.record(
  {
    alg: fc.oneof(
      fc.constantFrom('ES256', 'RS256', 'none', 'None', 'HS256', 'EdDSA'),
      hostileValue,
    ),
    kid: fc.oneof(fc.constant('test'), hostileText, hostileValue),
    typ: fc.oneof(fc.constantFrom('at+jwt', 'JWT'), hostileValue),
    crit: hostileValue,
    b64: fc.boolean(),
    jku: fc.constant('http://evil.example/keys'),
    jwk: hostileValue,
    zip: fc.constant('DEF'),
  },
  { requiredKeys: [] },
)

const claims = fc.record(
  {
    iss: fc.constantFrom('https://identity.example', 'http://localhost:3000'),
    aud: fc.oneof(fc.constantFrom('auto-parts', 'auto-parts-api'), hostileValue),
    sub: hostileValue,
    exp: fc.oneof(fc.constant(4_000_000_000), hostileValue),
    iat: hostileValue,
    email: hostileValue,
  },
  { requiredKeys: [] },
)

/** Tokens with readable parts and an invalid signature. */
const forgedToken = fc
  .tuple(
    fc.oneof(header, hostileValue),
    fc.oneof(claims, hostileValue),
    fc.oneof(fc.constant(''), fc.uint8Array({ minLength: 64, maxLength: 64 })),
  )
  .map(([head, payload, signature]) =>
    [encode(head), encode(payload), Buffer.from(signature).toString('base64url')].join('.'),
  )
