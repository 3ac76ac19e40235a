import { expect, test } from 'vitest'
import { makePlan } from './plan.ts'
import { checkMinimumLoad } from './minimum-load.ts'

const plan = makePlan({ seed: 1, buyers: 100, seconds: 10 })
const sufficient = { plan, kills: { nodes: 9, postgres: 1 }, orders: 70 }

test('a storm with kills and orders is valid', () => {
  expect(checkMinimumLoad(sufficient)).toEqual([])
})

test.each([
  ['kills of nodes', { kills: { nodes: 0, postgres: 1 } }],
  ['kills of PostgreSQL', { kills: { nodes: 9, postgres: 0 } }],
  ['orders', { orders: 4 }],
])('a storm without %s fails', (what, missing) => {
  const [violation, ...others] = checkMinimumLoad({ ...sufficient, ...missing })
  expect(violation).toMatchObject({ count: 1, examples: [expect.stringContaining(` ${what},`)] })
  expect(others).toEqual([])
})

test('kills are required only if they were planned', () => {
  const withoutKills = { ...plan, nodeKills: [], postgresKills: [] }
  const kills = { nodes: 0, postgres: 0 }
  expect(checkMinimumLoad({ ...sufficient, plan: withoutKills, kills })).toEqual([])
})
