import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoints } from '../index.ts'
import { knownOf, labelOf, openEnum } from './open-enum.ts'

const labels = { paid: 'Paid', shipped: 'On its way' }

/** Enumerations in responses, none of which is read from a row: where, and why it may not grow. */
const closed = [
  { below: '/health', field: 'status', why: 'a health check responds with ok or a problem' },
  { below: '/config', field: 'identity.provider', why: 'the pages have the code of each provider' },
  {
    below: '/manage/imports',
    field: 'of',
    why: 'a kind of imports has tables and a page of its own',
  },
  {
    below: '/tradeAccount',
    field: 'state',
    why: 'an account that never asked for a trade account: a shape without other fields',
  },
  {
    below: '/manage/tradeAccounts',
    field: 'counts.propertyNames',
    why: 'a tab is added with its count',
  },
  { below: '/shopPages', field: 'blocks.kind', why: 'the node makes the blocks from Markdown' },
]

/** The fields of a JSON schema that enumerate texts; an empty one stands for nothing. */
function enumeratedIn(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { enum: values = [], const: only } = schema as { enum?: unknown[]; const?: unknown }
  if ([...values, only].some((value) => typeof value === 'string' && value !== '')) return [path]
  return Object.entries(schema).flatMap(([key, value]) => {
    const isOfSchema = /^(properties|items|anyOf|oneOf|allOf|additionalProperties|\d+)$/.test(key)
    return enumeratedIn(value, isOfSchema ? path : [path, key].filter(Boolean).join('.'))
  })
}

/** @shows row-242 */
test('no response enumerates values that a later release may add to', () => {
  const found = endpoints.flatMap(({ path, response }) =>
    enumeratedIn(z.toJSONSchema(response, { io: 'output', unrepresentable: 'any' }), '').map(
      (field) => ({ path, field }),
    ),
  )
  const isClosed =
    ({ path, field }: (typeof found)[number]) =>
    (each: (typeof closed)[number]) =>
      path.startsWith(each.below) && field === each.field
  expect(found.filter((each) => !closed.some(isClosed(each)))).toEqual([])
  expect(closed.filter((entry) => !found.some((each) => isClosed(each)(entry)))).toEqual([])
})

/** @shows row-242 */
test('an unknown value is valid and shown as it is, and left out where a call would refuse it', () => {
  expect(openEnum(['paid', 'shipped']).parse('returned')).toBe('returned')
  expect(labelOf(labels, 'shipped')).toBe('On its way')
  expect(labelOf(labels, 'returned')).toBe('returned')
  expect(labelOf(labels, 'toString')).toBe('toString')
  expect(knownOf(labels, ['returned', 'paid'])).toEqual(['paid'])
})
