import fc from 'fast-check'
import { fromSchema } from './json-schema.ts'
import type { JsonSchema } from './json-schema.ts'

type Key = string | number

export interface Field {
  path: readonly Key[]
  schema: JsonSchema
}

/** What a schema consists of, in any of its alternatives; of a list, the first item. */
const partsOf = (schema: JsonSchema): [Key, JsonSchema][] =>
  [schema, ...(schema.anyOf ?? [])].flatMap(({ properties = {}, items, prefixItems }) => [
    ...Object.entries(properties),
    ...(prefixItems ?? (items ? [items] : [])).map((part, at): [Key, JsonSchema] => [at, part]),
  ])

/** The fields of a schema at every depth. */
export const fieldsOf = (schema: JsonSchema, path: readonly Key[] = []): Field[] =>
  partsOf(schema).flatMap(([key, part]) => [
    { path: [...path, key], schema: part },
    ...fieldsOf(part, [...path, key]),
  ])

/** The value with a field replaced. What it lacks around the field is made. */
export function withField(
  value: unknown,
  schema: JsonSchema,
  [key, ...rest]: readonly Key[],
  replacement: unknown,
): unknown {
  if (key === undefined) return replacement
  const whole: Record<Key, unknown> = Object.assign(typeof key === 'number' ? [] : {}, value)
  const part = Object.fromEntries(partsOf(schema))[key] ?? {}
  const old = whole[key] ?? sampleOf(part)
  return Object.assign(whole, { [key]: withField(old, part, rest, replacement) })
}

/** The field's value, or undefined. */
export const valueAt = (value: unknown, path: readonly Key[]): unknown =>
  path.reduce<unknown>((whole, key) => Object(whole)[key], value)

const samples = new WeakMap<JsonSchema, unknown>()

/** A value that the schema allows, made once: patterns are slow to sample. */
function sampleOf(schema: JsonSchema): unknown {
  if (!samples.has(schema)) {
    samples.set(schema, fc.sample(fromSchema(schema), { seed: 1, numRuns: 1 })[0])
  }
  return samples.get(schema)
}
