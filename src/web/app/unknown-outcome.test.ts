import { expect, test } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { calls, unknownOutcome } from './unknown-outcome.ts'

/** @shows row-190 */
test('after an order a broken page says that its outcome is unknown, also after later calls', () => {
  for (const place of ['POST /order', 'POST /quickOrder/place']) {
    expect(unknownOutcome([place, 'PUT /cart/lines', 'POST /create-payment-intent'])).toEqual({
      sentence: 'We can’t tell whether your order was placed. Look at My Order first.',
      isInMyOrder: true,
    })
  }
})

/** @shows row-190 */
test('after a payment it asks to look before the buyer pays again', () => {
  for (const changes of [['card'], ['PUT /order/delivery/{id}', 'card', 'PATCH /order/{id}']]) {
    expect(unknownOutcome(changes)).toEqual({
      sentence:
        'We can’t tell whether your payment was made. Look at My Order before you pay again.',
      isInMyOrder: true,
    })
  }
})

/** @shows row-190 */
test('after any other change it asks to look, and after none it claims nothing', () => {
  expect(unknownOutcome(['PUT /updatedUser/{email}'])).toEqual({
    sentence: 'We can’t tell whether your last change was saved. Look before you repeat it.',
    isInMyOrder: false,
  })
  expect(unknownOutcome([])).toBeUndefined()
  expect(unknownOutcome(['POST /quickOrder/check', 'PUT /garage'])).toBeUndefined()
})

test('each call that a sentence depends on is one of the API', () => {
  const all = endpoints.map(({ method, path }) => `${method} ${path}`)
  expect(calls.filter((name) => !all.includes(name))).toEqual(['card'])
})
