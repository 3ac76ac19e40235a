import { expect, test } from 'vitest'
import { makePlan } from './plan.ts'

const size = { buyers: 40, seconds: 10 }

test('the same seed makes the same storm, another one another', () => {
  expect(makePlan({ seed: 7, ...size })).toEqual(makePlan({ seed: 7, ...size }))
  expect(makePlan({ seed: 7, ...size })).not.toEqual(makePlan({ seed: 8, ...size }))
})

test('buyers want more than there is', () => {
  const { stock, buyers } = makePlan({ seed: 1, ...size })
  const wanted = buyers.flatMap(({ orders }) => orders.map(({ quantity }) => quantity))
  expect(sum(wanted)).toBeGreaterThan(2 * sum(stock))
})

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
