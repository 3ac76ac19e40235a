import { expect, test } from 'vitest'
import { ApiError, NetworkError } from '#web/lib/http/problems.ts'
import { cartRefusal } from './cart-refusal.ts'

const line = (product: string, quantity: number) => ({
  product,
  name: `Part ${product}`,
  quantity,
  seenPrice: 4,
  part: null,
})

const shown = { lines: [line('a', 20), line('b', 10), line('c', 10)], total: 160 }

const changed = (...lines: { product: string; quantity: number }[]) =>
  new ApiError({ type: '', code: 'cart-changed', title: 'Changed', status: 409, lines })

/** @shows row-191 */
test('a cart that has changed says what is different in each part', () => {
  const lines = [
    { product: 'a', quantity: 30 },
    { product: 'b', quantity: 0 },
    { product: 'c', quantity: 10 },
    { product: 'd', quantity: 10 },
  ]
  expect(cartRefusal(changed(...lines), shown)).toBe(
    'Nothing was ordered: the cart was changed on another device. Part a has 30 units now, 20 before. ' +
      'Part b was removed. Part c has another car or number now. 1 part was added. Look at it and place the order again.',
  )
})

/** @shows row-192 */
test('a lost answer claims nothing about the order, a refusal does', () => {
  expect(cartRefusal(new NetworkError(), shown)).toContain('If the order went through')
  const unavailable = new ApiError({ type: '', code: 'unavailable', title: 'Busy', status: 503 })
  expect(cartRefusal(unavailable, shown)).toContain('Trying again won’t place it twice.')
  const tooMany = new ApiError({ type: '', code: 'too-many', title: 'Too many', status: 429 })
  expect(cartRefusal(tooMany, shown)).toBe('Too many.')
})
