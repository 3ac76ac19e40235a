import { expect, test } from 'vitest'
import { makePlan } from './plan.ts'
import { checkMinimumLoad } from './minimum-load.ts'

const plan = makePlan({ seed: 1, buyers: 100, seconds: 10 })
const strong = { plan, kills: { nodes: 9, postgres: 1 }, orders: 70 }

test('a storm that took place is no fault', () => {
  expect(checkMinimumLoad(strong)).toEqual([])
})

test.each([
  ['kills of nodes', { kills: { nodes: 0, postgres: 1 } }],
  ['kills of PostgreSQL', { kills: { nodes: 9, postgres: 0 } }],
  ['orders', { orders: 4 }],
])('a storm without %s fails', (what, less) => {
  const [violation, ...others] = checkMinimumLoad({ ...strong, ...less })
  expect(violation).toMatchObject({ count: 1, examples: [expect.stringContaining(` ${what},`)] })
  expect(others).toEqual([])
})

test('kills that were not planned are not missed', () => {
  const calm = { ...plan, nodeKills: [], postgresKills: [] }
  const kills = { nodes: 0, postgres: 0 }
  expect(checkMinimumLoad({ ...strong, plan: calm, kills })).toEqual([])
})
