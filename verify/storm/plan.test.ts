import { expect, test } from 'vitest'
import { makePlan } from './plan.ts'

const size = { buyers: 40, seconds: 10 }

test('the same seed makes the same plan, another seed another plan', () => {
  expect(makePlan({ seed: 7, ...size })).toEqual(makePlan({ seed: 7, ...size }))
  expect(makePlan({ seed: 7, ...size })).not.toEqual(makePlan({ seed: 8, ...size }))
})

test('demand exceeds the stock', () => {
  const { stock, buyers } = makePlan({ seed: 1, ...size })
  const demand = buyers.flatMap(({ orders }) => orders.map(({ quantity }) => quantity))
  expect(sum(demand)).toBeGreaterThan(2 * sum(stock))
})

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
