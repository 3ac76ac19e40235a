import { expect, test } from 'vitest'
import { ApiError, NetworkError } from '#web/lib/http/problems.ts'
import { PlacedBefore } from './place-once.ts'
import { ofPart, ofParts, refusalSentence } from './refusal-sentence.ts'

const refused = (code: string, rest: object = {}) =>
  new ApiError({ type: code, code, title: 'Refused', status: 409, ...rest })

const part = ofPart({ quantity: 20, total: 80 }, 'Calculate the amount again')
const parts = ofParts({ total: 80, lines: [] })

/** @shows row-192 */
test('of one part and of several, a refused order names its stock, its price or what is no longer sold', () => {
  expect(refusalSentence(refused('insufficient-stock', { available: 5 }), part)).toBe(
    'Someone else was faster: only 5 in stock.',
  )
  expect(refusalSentence(refused('price-changed', { currentTotal: 90 }), part)).toBe(
    'The price has changed: 20 units cost $80.00 before and now cost $90.00. Nothing was ordered. Calculate the amount again to accept it.',
  )
  expect(refusalSentence(refused('price-changed', { currentTotal: 90 }), parts)).toBe(
    'Nothing was ordered: prices have changed. The total was $80.00 and is now $90.00. Place the order again to accept it.',
  )
  expect(refusalSentence(refused('not-found'), parts)).toContain('no longer sold')
})

/** @shows row-192 */
test.each([part, parts])(
  'an answer that was lost, an earlier order and a wrong field have the same sentence in every form',
  (sentences) => {
    expect(refusalSentence(new NetworkError(), sentences)).toContain('If the order went through')
    const before = new PlacedBefore('id', { goods: '20 × Lamp', total: 80 })
    expect(refusalSentence(before, sentences)).toBe(before.message)
    const errors = [{ field: 'reference', message: 'Must be 60 characters or lower' }]
    expect(refusalSentence(refused('invalid', { status: 422, errors }), sentences)).toBe(
      'Must be 60 characters or lower.',
    )
  },
)
