import fc from 'fast-check'
import { hostileValue } from './values.ts'

/** The part of JSON Schema that the OpenAPI document uses. */
export interface JsonSchema {
  type?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  anyOf?: JsonSchema[]
  enum?: unknown[]
  items?: JsonSchema
  prefixItems?: JsonSchema[]
  properties?: Record<string, JsonSchema>
}

/** Values that a schema allows, including its limits; any value where it has no constraints. */
export function fromSchema(schema: JsonSchema): fc.Arbitrary<unknown> {
  const { type, anyOf, enum: members, items = {}, prefixItems, properties = {} } = schema
  if (anyOf) return fc.oneof(...anyOf.map(fromSchema))
  if (members) return fc.constantFrom(...members)
  if (type === 'string') return textOf(schema)
  if (type === 'integer') return integerOf(schema)
  if (type === 'number')
    return fc.oneof(integerOf(schema), fc.double({ noNaN: true, min: 0, max: 1e6 }))
  if (type === 'boolean') return fc.boolean()
  if (prefixItems) return fc.tuple(...prefixItems.map(fromSchema))
  if (type === 'array') return fc.array(fromSchema(items), { maxLength: 3 })
  if (type === 'object') {
    return fc.record(
      Object.fromEntries(
        Object.entries(properties).map(([name, part]) => [name, fromSchema(part)]),
      ),
    )
  }
  return hostileValue
}

function textOf({ pattern, minLength = 0, maxLength = 300 }: JsonSchema) {
  if (pattern) return fc.stringMatching(new RegExp(pattern))
  return fc.oneof(
    fc.string({ minLength, maxLength: Math.max(minLength, Math.min(maxLength, 300)) }),
    fc.constantFrom(minLength, maxLength).map((length) => 'a'.repeat(length)),
  )
}

const integerOf = ({ minimum = -(2 ** 53) + 1, maximum = 2 ** 53 - 1 }: JsonSchema) =>
  fc.integer({ min: Math.ceil(minimum), max: Math.floor(maximum) })
