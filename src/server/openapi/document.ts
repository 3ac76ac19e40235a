import * as z from 'zod/mini'
import type { Endpoint } from '#contract/shared/endpoint.ts'
import { contract } from '#contract/index.ts'
import { Problem } from '#contract/shared/problem-document.ts'
import { problems } from '#contract/shared/problem.ts'
import type { ProblemCode } from '#contract/shared/problem.ts'

type Json = Record<string, unknown>

/** How requests are read where JSON and URLs leave it open. */
export const whatIsRead = [
  'Numbers may be sent as plain decimal text. Unknown fields are ignored.',
  'If a JSON body repeats a name, the last value counts;',
  'a duplicate query parameter is refused.',
].join(' ')

/** The OpenAPI 3.1 document of the contract. */
export function openApiDocument(serverUrl: string) {
  const paths: Record<string, Json> = {}
  for (const [feature, calls] of Object.entries(contract)) {
    for (const [name, e] of Object.entries<Endpoint>(calls)) {
      paths[e.path] = {
        ...paths[e.path],
        [e.method.toLowerCase()]: operation(e, `${feature}.${name}`, feature),
      }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Auto Parts',
      version: '1',
      description: `Every call of the shop. Failures are problem documents (RFC 9457). ${whatIsRead}`,
    },
    servers: [{ url: `${serverUrl}/api` }],
    paths,
    components: {
      securitySchemes: {
        accessToken: { type: 'http', scheme: 'bearer', description: 'From PUT /user/{email}' },
        idToken: {
          type: 'http',
          scheme: 'bearer',
          description: "The identity provider's ID token",
        },
      },
      schemas: { Problem: jsonSchema(Problem, 'output') },
    },
  }
}

function operation(e: Endpoint, operationId: string, tag: string): Json {
  const security = { public: [], identity: [{ idToken: [] }] } as Record<string, Json[]>
  return {
    operationId,
    tags: [tag],
    summary: e.summary,
    security: security[e.access] ?? [{ accessToken: [] }],
    'x-access': e.access,
    parameters: [
      ...parameters(e.params, 'path'),
      ...parameters(e.query, 'query'),
      ...(e.idempotent ? [idempotencyKey] : []),
    ],
    ...requestBody(e),
    responses: {
      200: {
        description: 'Done',
        content: { [e.file ?? 'application/json']: { schema: jsonSchema(e.response, 'output') } },
      },
      ...refusals(e),
    },
  }
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'A repeated request with the same key and body gets the first answer again',
  schema: { type: 'string', maxLength: 255 },
}

function requestBody(e: Endpoint): Json {
  if (e.upload) {
    const schema = {
      type: 'object',
      properties: { image: { type: 'string', format: 'binary' } },
      required: ['image'],
    }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
  }
  if (e.takes) {
    const content = { [e.takes]: { schema: { type: 'string' } } }
    return { requestBody: { required: true, content } }
  }
  if (!e.body) return {}
  const schema = jsonSchema(e.body, 'input')
  return { requestBody: { required: true, content: { 'application/json': { schema } } } }
}

function parameters(schema: z.ZodMiniType | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: property,
  }))
}

/** The refusals of a call, from what it declares and what its access and schemas imply. */
export function problemsOf(e: Endpoint): ProblemCode[] {
  const isGuarded = e.access !== 'public'
  const mayHaveBody = e.method !== 'GET'
  const implied: (ProblemCode | false)[] = [
    isGuarded && 'unauthenticated',
    isGuarded && 'forbidden',
    Boolean(e.needsFreshSignIn) && 'sign-in-too-old',
    Boolean(e.params || e.query || e.body || e.upload) && 'invalid',
    // Even where a call takes no body, one that is sent is read.
    mayHaveBody && 'unreadable',
    mayHaveBody && 'too-large',
    mayHaveBody && 'unsupported-media',
    Boolean(e.idempotent) && 'key-reused',
    'too-many',
    'unavailable',
  ]
  return [...new Set([...(e.problems ?? []), ...implied.filter((code) => code !== false)])]
}

function refusals(e: Endpoint): Json {
  const byStatus = Map.groupBy(problemsOf(e), (code) => problems[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `${code}: ${problems[code].title}`).join('; '),
        content: {
          'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
        },
      },
    ]),
  )
}

function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}
