import type { Violation } from '../../src/server/invariants/invariant.ts'
import type { Plan } from './plan.ts'
import { violations } from './violations.ts'

interface Load {
  plan: Plan
  kills: { nodes: number; postgres: number }
  orders: number
}

/** Far below what a slow machine reaches: less is a storm that did not take place. */
const ordersPerBuyerMin = 0.05

/** A storm in which nothing happens breaks no promise either: it proves nothing, so it fails. */
export function checkMinimumLoad({ plan, kills, orders }: Load): Violation[] {
  const buyers = plan.buyers.length
  const bounds: [what: string, value: number, least: number][] = [
    ['kills of nodes', kills.nodes, Math.min(1, plan.nodeKills.length)],
    ['kills of PostgreSQL', kills.postgres, Math.min(1, plan.postgresKills.length)],
    ['orders', orders, Math.ceil(buyers * ordersPerBuyerMin)],
  ]
  const missed = bounds.filter(([, value, least]) => value < least)
  return violations(
    'strength',
    'a storm kills what it planned to kill, and people buy in it',
    missed.map(([what, value, least]) => `${value} ${what}, of at least ${least}`),
  )
}
