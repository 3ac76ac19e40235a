import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoints } from '#contract/index.ts'

const root = join(import.meta.dirname, '../../../..')
const cardField = /card|cvc|cvv|csc|expir|\bpan\b/i

/** @shows row-70, asvs-14.2.4 */
test('no call accepts card data', () => {
  const fields = endpoints.flatMap(({ method, path, params, query, body }) =>
    [params, query, body].flatMap((schema) => {
      if (!schema) return []
      const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
      return Object.keys(properties).map((name) => `${method} ${path}: ${name}`)
    }),
  )
  expect(fields.length).toBeGreaterThan(20)
  expect(fields.filter((field) => cardField.test(field.split(': ')[1] ?? ''))).toEqual([])
})

/** @shows row-70 */
test('no page of the shop has a field for card data: the provider’s iframe has it', () => {
  const files = globSync('src/web/**/*.{ts,tsx,html}', { cwd: root })
  const withField = files.filter((file) =>
    /\bcc-(?:number|csc|exp|name)|card-?number|name="cvc/i.test(
      readFileSync(join(root, file), 'utf8'),
    ),
  )
  expect(files.length).toBeGreaterThan(50)
  expect(withField).toEqual([])
})
