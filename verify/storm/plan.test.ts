import { expect, test } from 'vitest'
import { makePlan } from './plan.ts'

const size = { buyers: 40, seconds: 10 }

test('the same seed makes the same plan, another seed another plan', () => {
  expect(makePlan({ seed: 7, ...size })).toEqual(makePlan({ seed: 7, ...size }))
  expect(makePlan({ seed: 7, ...size })).not.toEqual(makePlan({ seed: 8, ...size }))
})

test('demand exceeds the stock', () => {
  const { stock, buyers } = makePlan({ seed: 1, ...size })
  const demand = buyers.flatMap(({ orders }) =>
    orders.map(({ quantity, lines }) => quantity * lines),
  )
  expect(sum(demand)).toBeGreaterThan(2 * sum(stock))
})

test('a third of the orders has two to forty lines', () => {
  const { buyers } = makePlan({ seed: 1, buyers: 1_200, seconds: 10 })
  const lines = buyers.flatMap(({ orders }) => orders.map((order) => order.lines))
  const several = lines.filter((count) => count > 1)
  expect(several.length / lines.length).toBeCloseTo(1 / 3, 1)
  expect([Math.min(...several), Math.max(...several)]).toEqual([2, 40])
})

test('taxes are switched on and off within a storm, but not beside another version', () => {
  const change = { seconds: 20, buyers: 40 }
  const { taxChanges } = makePlan({ seed: 1, ...change })
  const modes = taxChanges.map(({ taxes }) => taxes)
  expect(new Set(modes)).toEqual(new Set(['off', 'added', 'included']))
  expect(makePlan({ seed: 1, ...change, beside: 'x' }).taxChanges).toEqual([
    { atMs: 0, taxes: 'off' },
  ])
})

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
