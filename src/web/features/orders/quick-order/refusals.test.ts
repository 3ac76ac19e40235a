import { expect, test } from 'vitest'
import { ApiError, NetworkError } from '#web/lib/http/problems.ts'
import { orderRefusal, questionOf } from './refusals.ts'

const refused = (code: string, rest: object = {}) =>
  new ApiError({ type: code, code, title: 'Refused', status: 409, ...rest })

const seen = { total: 680, lines: [], parts: 40 }

const short = (name: string, quantity: number) => ({
  lines: [1],
  part: name,
  quantity: 40,
  product: { _id: name, name, price: 4, quantity, img: '' },
  minimum: 10,
  shipping: 0,
  total: 160,
  problem: 'too-many' as const,
})

/** @shows row-132 */
test('a refused order names the short lines with what is left', () => {
  const error = refused('insufficient-stock')
  expect(
    orderRefusal(error, { seen, short: [short('Taillight', 5), short('Door rubber', 0)] }),
  ).toBe(
    'Nothing was ordered. Taillight: 5 left, Door rubber: 0 left. Correct these lines and place the order again.',
  )
  expect(orderRefusal(error, { seen, short: [short('Taillight', 5)] })).toContain(
    'Correct this line and',
  )
  const many = Array.from({ length: 7 }, (_, n) => short(`Part ${n}`, n))
  expect(orderRefusal(error, { seen, short: many })).toContain('Part 4: 4 left and 2 more.')
  expect(orderRefusal(error, { seen, short: [] })).toContain('Try again')
})

/** @shows row-132 */
test('a refused order names both totals, and a lost response leads to My Order', () => {
  expect(
    orderRefusal(refused('price-changed', { currentTotal: 700 }), { seen, short: [] }),
  ).toContain('The total was $680.00 and is now $700.00.')
  expect(orderRefusal(new NetworkError(), { seen, short: [] })).toMatch(
    /in My Order\. Trying again won’t place it twice/,
  )
})

/** @shows row-191 */
test('the question says how many parts of the list were ordered, and what is ordered nevertheless', () => {
  const asked = (count: number) => {
    const lines = Array.from({ length: count }, (_, n) => ({ product: `${n}` }))
    const error = refused('ordered-meanwhile', { lines, orders: [] })
    return [orderRefusal(error, { seen, short: [] }), questionOf(error, seen)?.action]
  }
  expect(asked(40)).toEqual([
    'These parts were ordered a moment ago by your account, here or on another device.',
    'Order again',
  ])
  expect(asked(39)).toEqual([
    '39 of these 40 parts were ordered a moment ago by your account, here or on another device.',
    'Order all 40 parts',
  ])
  expect(asked(1)[0]).toContain('1 of these 40 parts was ordered')
  expect(questionOf(refused('insufficient-stock'), seen)).toBeUndefined()
})
