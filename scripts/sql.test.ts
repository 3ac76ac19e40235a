import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const sources = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { encoding: 'utf8' })
  .trim()
  .split('\n')
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))

/** Files and folders of the product that call the driver, with the reason for each. */
const driverCalls = new Map([
  ['src/server/backup/', 'copies a whole database on one connection'],
  ['src/server/cli/sql.ts', 'runs the statements that were typed'],
  ['src/server/config/start/time-zone.ts', 'asks the database about itself, before the start'],
  ['src/server/db/', 'opens connections, prepares statements, and asks servers about themselves'],
  ['src/server/features/imports/copy-rows.ts', 'copies a stream of rows'],
  ['src/server/features/manage-orders/index-words.ts', 'calls a function of PostgreSQL'],
  ['src/server/features/orders/place-order.ts', 'a transaction of prepared statements'],
  [
    'src/server/features/orders/place/place-unless-ordered.ts',
    'a transaction of prepared statements',
  ],
  ['src/server/features/privacy/', 'statements made of the table of retention'],
  ['src/server/invariants/check.ts', 'statements made of the table of invariants'],
  ['src/server/jobs/purge-expired.ts', 'statements made of the table of retention'],
])

test('only the listed files of the product call the driver, and each of them does', () => {
  const calling = sources
    .filter(({ file }) => file.startsWith('src/') && !/\.test\.ts$|\/testing\//.test(file))
    .filter(({ text }) => /\.query[<(]|CompiledQuery\.raw\b/.test(text))
    .map(({ file }) => [...driverCalls.keys()].find((entry) => file.startsWith(entry)) ?? file)
  expect([...new Set(calling)].toSorted()).toEqual([...driverCalls.keys()])
})

const positionsMax = 5

/** Amounts such as `$6.50` are not parameters. */
function positionsIn(text: string) {
  const used = new Set([...text.matchAll(/\$(\d{1,2})(?![\d.,]*\d)/g)].map(([, n]) => Number(n)))
  let positions = 0
  while (used.has(positions + 1)) positions += 1
  return positions
}

const isCounted = (text: string) => positionsIn(text) > positionsMax || /\bvalues\[\d/.test(text)

test('no statement has more than five parameters by position, and no value is found by its number', () => {
  expect(sources.filter(({ text }) => isCounted(text)).map(({ file }) => file)).toEqual([])
})

/** Joined at run time, so that this file does not contain them. */
const join = (...parts: string[]) => parts.join('')

test.each([
  [join('values ($1, $2, $3, $4, $5, $', '6)'), true],
  [join('values', '[12]'), true],
  ['values ($1, $2, $3, $4, $5), at $6.00 or $7,000', false],
  ['values[index]', false],
])('%s counts positions: %s', (text, isRefused) => {
  expect(isCounted(text)).toBe(isRefused)
})

/** Files that sort by a name which no person reads in that order. */
const unreadOrders = new Map([
  ['src/server/db/migrate.ts', 'migrations'],
  ['src/server/features/fitment-imports/export-fitments.ts', 'the cars of a part in a file'],
  ['src/server/features/number-imports/check-numbers.ts', 'numbers that are compared'],
  ['src/server/features/number-imports/export-numbers.ts', 'the numbers of a part in a file'],
  ['src/server/features/numbers/look-up.ts', 'carriers of a number, each once'],
  ['src/server/observability/metrics/business-metrics.ts', 'jobs'],
])

/** Words behind an order, without those that `nameOrder` has and those that are measured. */
const orderedWords = (text: string) =>
  [...text.matchAll(/(?:order by|orderBy\()(?<order>[^`;]*?)(?:limit|\n\s*\)|`|;|$)/g)].map(
    (found) =>
      (found.groups?.['order'] ?? '')
        .replaceAll(/nameOrder\([^)]*\)|length\([^)]*\)|columnOf\[[^\]]*\]/g, '')
        .split('\n')
        .slice(0, 2)
        .join(' '),
  )

const sortsByBytes = (text: string) =>
  orderedWords(text).some((order) => /(?<![\w"])(?:\w+\.)?(?:name|brand|title)\b/.test(order))

test('names that people read are sorted as languages do', () => {
  const found = sources
    .filter(({ file }) => file.startsWith('src/server/') && !/\.test\.ts$|\/testing\//.test(file))
    .filter(({ text }) => sortsByBytes(text))
    .map(({ file }) => file)
  expect(found).toEqual([...unreadOrders.keys()])
})

test.each([
  ['order by name limit 3', true],
  ["orderBy('makes.name')", true],
  ['order by model.id, brand`', true],
  ["order by ${nameOrder('makes.name')}, id", false],
  ['order by length(name), id', false],
])('%s sorts by bytes: %s', (text, isRefused) => {
  expect(sortsByBytes(text)).toBe(isRefused)
})
