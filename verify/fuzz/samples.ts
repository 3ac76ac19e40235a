import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import type { Endpoint } from '#contract/shared/endpoint.ts'
import { present } from '#server/testing/authorisation/callers.ts'
import type { Caller } from '#server/testing/authorisation/callers.ts'
import { requestOf } from '#server/testing/authorisation/requests.ts'
import { rules } from '#server/testing/authorisation/rules.ts'
import { createTargets } from '#server/testing/authorisation/targets.ts'
import type { Target } from '#server/testing/authorisation/targets.ts'
import type { TestShop } from '#server/testing/shop.ts'
import { fieldsOf, withField } from './fields.ts'
import type { Field } from './fields.ts'
import { fromSchema } from './json-schema.ts'
import type { JsonSchema } from './json-schema.ts'
import { operationOf } from './operations.ts'
import { escaped, pathWith, textOf } from './requests.ts'
import { hostileValue } from './values.ts'

/** What varies in the requests of a call. */
export interface RequestParts {
  path?: object
  query?: object
  body?: unknown
}

export interface Change {
  path: Field['path']
  /** Undefined to leave the field out. */
  value: unknown
}

/** The schemas of path, query and body, as of one object. */
export function partsSchemaOf(e: Endpoint) {
  const { parameters, requestBody } = operationOf(e)
  const inPlace = (place: string): JsonSchema => ({
    properties: Object.fromEntries(
      parameters.filter((p) => p.in === place).map(({ name, schema }) => [name, schema]),
    ),
  })
  const body = requestBody?.content[e.takes ?? 'application/json']?.schema
  return {
    properties: { path: inPlace('path'), query: inPlace('query'), ...(body && { body }) },
  }
}

/** The fields of path, query and body. */
export const requestFieldsOf = (e: Endpoint): Field[] =>
  fieldsOf(partsSchemaOf(e)).filter(
    ({ path }) => path.length > 1 || (e.takes && path[0] === 'body'),
  )

/** The rule under which an admin or a customer gets an answer. */
const ruleOf = ({ method, path }: Endpoint) =>
  rules.find(
    ({ call, accessLevel, customer, admin }) =>
      call === `${method} ${path}` && (accessLevel === 'admin' ? admin : customer).own === 'ok',
  )!

/** The valid request of a call, as in the authorisation tests. */
export function validRequest(e: Endpoint, caller: Caller, target: Target) {
  const request = requestOf(ruleOf(e), caller, target)
  const names = Object.keys(partsSchemaOf(e).properties.path.properties ?? {})
  const parts: RequestParts = {
    path: Object.fromEntries(names.map((name) => [name, target[name as keyof Target]])),
    query: request.query as object,
    body: request.payload,
  }
  return { request, parts }
}

/** Valid requests of a call, each with an object in the state that the call needs. */
export async function openSamples(shop: TestShop, e: Endpoint) {
  const rule = ruleOf(e)
  const targets = createTargets(shop)
  const signInCustomer = async () => present(await shop.signIn({ name: 'Vera' }), 'customer')
  const admin =
    rule.accessLevel === 'admin' &&
    present(await shop.signIn({ name: 'Ava', isAdmin: true }), 'admin')
  let customer = await signInCustomer()
  const isOfAccount = /account|trade/.test(rule.object ?? '')
  const valid = async () => {
    const target = rule.object ? await targets.of(rule.object, customer.person) : targets.missing
    return validRequest(e, admin || customer, target)
  }
  return {
    valid,
    /** With some fields changed. */
    async request(changes: readonly Change[]): Promise<InjectOptions> {
      const unchanged = await valid()
      return changes.length === 0 ? unchanged.request : changed(e, unchanged, changes)
    },
    /** Replaces the object, after a request that has changed it. */
    async renew() {
      targets.forget()
      if (isOfAccount) customer = await signInCustomer()
    },
  }
}

export const withChange = (e: Endpoint, parts: RequestParts, { path, value }: Change) =>
  // Safe: the field is in one of the parts.
  withField(parts, partsSchemaOf(e), path, value) as RequestParts

function changed(
  e: Endpoint,
  { request, parts }: ReturnType<typeof validRequest>,
  changes: readonly Change[],
): InjectOptions {
  const { path, query, body } = changes.reduce<RequestParts>(
    (whole, change) => withChange(e, whole, change),
    parts,
  )
  return {
    ...request,
    url: `/api${pathWith(e, mapped(path, escaped))}`,
    query: mapped(query, textOf),
    ...(body !== undefined && { payload: e.takes ? textOf(body) : (body as object) }),
  }
}

const mapped = (values: object = {}, write: (value: unknown) => string) =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, write(value)]),
  )

/** No changes, so that the call succeeds, or up to three. */
export function changesOf(e: Endpoint): fc.Arbitrary<Change[]> {
  const none = fc.constant<Change[]>([])
  const changes = requestFieldsOf(e).map(({ path, schema }) =>
    fc
      .oneof(
        { weight: 2, arbitrary: fromSchema(schema) },
        { weight: 3, arbitrary: hostileValue },
        { weight: 1, arbitrary: fc.constant(undefined) },
      )
      .map((value) => ({ path, value })),
  )
  if (changes.length === 0) return none
  return fc.oneof(
    { weight: 1, arbitrary: none },
    { weight: 3, arbitrary: fc.array(fc.oneof(...changes), { minLength: 1, maxLength: 3 }) },
  )
}
