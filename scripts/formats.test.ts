import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const formatter = 'src/contract/formats/formatting.ts'

/** Digits of programs, and of numbers that are neither money nor units. */
const others = [
  'src/server/features/invoices/pdf',
  'src/server/features/prices/price-lists.ts',
  'src/server/http/lists.ts',
  'src/web/domain/part/part-facts.tsx',
]

const sources = execFileSync('git', ['ls-files', 'src'], { encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.ts$|\/testing\/|\/cli\//.test(file))
  .filter((file) => file !== formatter && others.every((other) => !file.startsWith(other)))

/** The places of a text that write it without the formatter, each as it is in the source. */
const placesOf = (pattern: RegExp) =>
  sources.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(pattern)].map(([found]) => `${file}: ${found}`),
  )

/** @shows row-208 */
test('no page, mail or answer formats money by itself', () => {
  expect(sources.length).toBeGreaterThan(500)
  const patterns = [/\.toFixed\(2\)/g, /NumberFormat|toLocaleString/g, /(?<![\w}])\$\$\{(?!index)/g]
  const inElements = placesOf(/>\s*\$\{/g).filter((place) => place.includes('.tsx: '))
  expect([...patterns.flatMap(placesOf), ...inElements]).toEqual([])
})

/** @shows row-208 */
test('no page, mail or answer writes a number of units without separators', () => {
  const name = '[\\w.]*(?:quantity|units|stock|available|minimum|pack|packSize|after)'
  expect([
    ...placesOf(new RegExp(`\\{${name}\\} (?:units?\\b|×|in stock)`, 'gi')),
    ...placesOf(/\bfrom \{[\w.]*from\}/g),
  ]).toEqual([])
})
