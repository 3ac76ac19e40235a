import type { ClientBase } from 'pg'
import { partKey } from '../../src/contract/shared/part-number.ts'
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

interface Plan {
  'Planning Time': number
  'Execution Time': number
}

/** The time of the database for the statement that has looked these numbers up on the same connection. */
async function databaseTime(client: ClientBase, numbers: readonly string[]): Promise<number> {
  const keys = numbers.map((number) => client.escapeLiteral(partKey(number))).join(', ')
  const { rows } = await client.query<{ 'QUERY PLAN': [Plan] }>(
    `explain (analyze, timing off, format json) execute "products-by-number" (array[${keys}])`,
  )
  const [plan] = rows[0]?.['QUERY PLAN'] ?? []
  if (!plan) throw new Error('The statement has no plan')
  return plan['Planning Time'] + plan['Execution Time']
}

/** Measures the statement that looks numbers up, one of each kind at a time and many at once; true if both goals are met. */
export async function measureNumbers(node: Node, size: number, rounds: number): Promise<boolean> {
  await loadNumbers(node)
  const at = (n: number) => 1 + ((n * 7_919) % size)
  const numberOf = (n: number) =>
    [partNumberOf, oemNumberOf, interchangeNumberOf][n % 3]?.(at(n)).toLowerCase() ?? ''
  const times = { one: [] as number[], many: [] as number[] }
  const client = await node.database.pool.connect()
  try {
    for (let round = 0; round <= rounds * 40; round += 1) {
      const numbers = Array.from({ length: many }, (_, index) => numberOf(round * many + index))
      const each = { one: numbers.slice(0, 1), many: numbers }
      for (const [name, asked] of Object.entries(each) as [keyof typeof each, string[]][]) {
        const found = await findByNumbers(client, asked)
        if (found.size !== new Set(asked).size) throw new Error('A number was not found')
        const time = await databaseTime(client, asked)
        // The first rounds warm up.
        if (round >= rounds) times[name].push(time)
      }
    }
  } finally {
    client.release()
  }
  const share = (name: keyof typeof times, of: number) => {
    const sorted = times[name].toSorted((one, other) => one - other)
    return sorted[Math.floor(sorted.length * of)] ?? 0
  }
  const text = (name: keyof typeof times) =>
    [0.5, 0.95].map((of) => share(name, of).toFixed(2)).join(', ')
  console.log(
    `${(size * 3).toLocaleString('en')} numbers, median and p95 of the database: one ${text('one')} ms, ${many} at once ${text('many')} ms; the goals for p95 are ${goals.one} and ${goals.many}`,
  )
  return share('one', 0.95) <= goals.one && share('many', 0.95) <= goals.many
}
