import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const server = join(import.meta.dirname, '../..')
const sources = globSync('**/*.ts', { cwd: server })
  .filter((file) => !file.endsWith('.test.ts') && !file.startsWith('testing/'))
  .map((file) => ({ file, text: readFileSync(join(server, file), 'utf8') }))

/** The statements that wait for locks of rows, up to the clause that takes them. */
const locks = sources.flatMap(({ file, text }) =>
  [...text.matchAll(/\bfor (?:no key )?update\b(?! (?:of \w+ )?skip locked)/g)].map(
    ({ index }) => ({
      file,
      statement: text.slice(text.lastIndexOf('`', index), index),
    }),
  ),
)

/** @shows row-197 */
test('every statement that locks products takes them in the order of their ids', () => {
  const ofProducts = locks.filter(({ statement }) => /\b(?:from|join) products\b/.test(statement))
  expect(ofProducts.length).toBeGreaterThan(5)
  const unordered = ofProducts.filter(
    ({ statement }) => !/order by (?:products\.)?id(?: limit \S+)?\s+$/.test(statement),
  )
  expect(unordered).toEqual([])
})

/** Statements that change several products: each finds them locked, by this statement before or within it. */
const lockedBy: Readonly<Record<string, string>> = {
  'features/fitment-imports/apply-import.ts': 'lockFitments',
  'features/imports/apply-import.ts': 'lockProducts of product-imports.ts',
  'features/imports/undo-import.ts': 'lockProducts of product-imports.ts',
  'features/number-imports/write-numbers.ts': 'the first statement of write()',
  'features/orders/place/place-together.ts': 'the lock that skips locked products',
  'features/privacy/erase-account.ts': 'its own subquery',
  'features/stock/reservations.ts': 'lockedLines, or an order of one line',
}

test('every file that changes several products at once says where they are locked before', () => {
  const changing = sources
    .filter(({ text }) => /\b(?:update|delete from) products\b/.test(text))
    .map(({ file }) => file)
  expect(changing.toSorted()).toEqual(Object.keys(lockedBy).toSorted())
})
