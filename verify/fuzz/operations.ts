import type { Endpoint } from '#contract/shared/endpoint.ts'
import { openApiDocument } from '#server/openapi/document.ts'
import type { JsonSchema } from './json-schema.ts'

/** The operation of a call in the OpenAPI document. */
export interface Operation {
  parameters: { name: string; in: string; schema: JsonSchema }[]
  requestBody?: { content: Record<string, { schema: JsonSchema }> }
  responses: Record<string, unknown>
}

const { paths } = openApiDocument('http://shop.example')

// Safe: the document has one operation of this shape for each endpoint.
export const operationOf = ({ method, path }: Endpoint) =>
  paths[path]?.[method.toLowerCase()] as Operation
