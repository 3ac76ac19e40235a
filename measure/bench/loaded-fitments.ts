import { seedFitments } from '../../src/server/testing/rows/many-fitments.ts'
import type { Node } from './bench-nodes.ts'

/** Ten of each product of the middle size. */
const ofMiddleSize = 1_000_000

/** Adds makes, models and fitments to a database that has none. */
export async function loadFitments({ database }: Node, fitments = ofMiddleSize) {
  const { rows } = await database.pool.query('select from fitments limit 1')
  if (rows.length > 0) return
  await database.withoutTimeouts(({ pool }) => seedFitments(pool, fitments))
}
