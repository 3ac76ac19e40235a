import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const server = new URL('../../', import.meta.url)

/** Declare or only read the ledger, or fill a database for a test. */
const others =
  /^(?:db\/|invariants\/stock\.ts$|retention\/|testing\/|features\/stock\/low-stock\.ts$)/

test('stock movements are written by the stock feature alone', () => {
  const naming = readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !others.test(file))
    .filter((file) => readFileSync(new URL(file, server), 'utf8').includes('stock_movements'))
  expect(naming.toSorted()).toEqual([
    'features/stock/adjustments.ts',
    'features/stock/reservations.ts',
  ])
})
