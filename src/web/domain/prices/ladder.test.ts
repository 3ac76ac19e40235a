import { expect, test } from 'vitest'
import { rungsOf } from './ladder.tsx'

const breaks = [
  { from: 100, price: 18.79 },
  { from: 500, price: 17.5 },
]

/** @shows row-170 */
test.each([
  ['all of them', {}, [{ from: 10, price: 23.73 }, ...breaks]],
  [
    'those above the smallest order',
    { minimumOrder: 120 },
    [{ ...breaks[0], from: 120 }, breaks[1]],
  ],
  ['the price alone without a ladder', { breaks: undefined }, [{ from: 10, price: 23.73 }]],
  ['those that are lower', { price: 18 }, [{ from: 10, price: 18 }, breaks[1]]],
])('the prices that an order can reach: %s', (_, part, rungs) => {
  expect(rungsOf({ price: 23.73, breaks, ...part })).toEqual(rungs)
})
