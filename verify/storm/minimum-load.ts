import type { Violation } from '../../src/server/invariants/invariant.ts'
import type { Plan } from './plan.ts'
import { violations } from '../violations.ts'

interface Load {
  plan: Plan
  kills: { nodes: number; postgres: number }
  orders: number
}

/** Far below the number of orders on a slow machine. */
const ordersPerBuyerMin = 0.05

/** A storm without load proves nothing, so it fails. */
export function checkMinimumLoad({ plan, kills, orders }: Load): Violation[] {
  const buyers = plan.buyers.length
  const bounds: [what: string, value: number, min: number][] = [
    ['kills of nodes', kills.nodes, Math.min(1, plan.nodeKills.length)],
    ['kills of PostgreSQL', kills.postgres, Math.min(1, plan.postgresKills.length)],
    ['orders', orders, Math.ceil(buyers * ordersPerBuyerMin)],
  ]
  const violated = bounds.filter(([, value, min]) => value < min)
  return violations(
    'minimum load',
    'the planned kills happen and orders are placed',
    violated.map(([what, value, min]) => `${value} ${what}, at least ${min} required`),
  )
}
