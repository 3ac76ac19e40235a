import { findByNumbers } from '../../src/server/features/numbers/look-up.ts'
import {
  interchangeNumberOf,
  oemNumberOf,
  seedNumbers,
} from '../../src/server/testing/rows/many-numbers.ts'
import { partNumberOf } from '../../src/server/testing/rows/many-rows.ts'
import type { Node } from '../bench/bench-nodes.ts'

/** The goals for the 95th percentiles of the statement, in milliseconds. */
const goals = { one: 1, many: 5 }
const many = 200

/** Adds three numbers to each product of a node, unless it has some. */
async function loadNumbers({ database: { pool } }: Node) {
  const { rowCount } = await pool.query('select from product_numbers limit 1')
  if (rowCount === 0) await seedNumbers(pool)
}

/** Measures the statement that looks numbers up, one of each kind at a time and many at once; true if both goals are met. */
export async function measureNumbers(node: Node, size: number, rounds: number): Promise<boolean> {
  await loadNumbers(node)
  const { pool } = node.database
  const at = (n: number) => 1 + ((n * 7_919) % size)
  const numberOf = (n: number) =>
    [partNumberOf, oemNumberOf, interchangeNumberOf][n % 3]?.(at(n)).toLowerCase() ?? ''
  const times = { one: [] as number[], many: [] as number[] }
  for (let round = 0; round <= rounds * 40; round += 1) {
    const numbers = Array.from({ length: many }, (_, index) => numberOf(round * many + index))
    const each = { one: numbers.slice(0, 1), many: numbers }
    for (const [name, asked] of Object.entries(each) as [keyof typeof each, string[]][]) {
      const started = performance.now()
      const found = await findByNumbers(pool, asked)
      // The first rounds warm up.
      if (round >= rounds) times[name].push(performance.now() - started)
      if (found.size !== new Set(asked).size) throw new Error('A number was not found')
    }
  }
  const p95 = (name: keyof typeof times) => {
    const sorted = times[name].toSorted((one, other) => one - other)
    return sorted[Math.floor(sorted.length * 0.95)] ?? 0
  }
  console.log(
    `${(size * 3).toLocaleString('en')} numbers, p95 with the way to the database: one ${p95('one').toFixed(2)} ms, ${many} at once ${p95('many').toFixed(2)} ms; the goals are ${goals.one} and ${goals.many}`,
  )
  return p95('one') <= goals.one && p95('many') <= goals.many
}
