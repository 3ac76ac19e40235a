import { expect, test } from 'vitest'
import { asText, differsFrom, overtakenFields } from './kept-text.ts'

test('values are compared as inputs show them', () => {
  expect([asText('a'), asText(12.5), asText(false), asText(undefined)]).toEqual([
    'a',
    '12.5',
    'false',
    '',
  ])
  expect(differsFrom({ price: '70' }, { price: 70 }, 'price')).toBe(false)
  expect(differsFrom({ company: '' }, { company: 'Mia Motors' }, 'company')).toBe(true)
  expect(differsFrom({}, { company: 'Mia Motors' }, 'company')).toBe(false)
})

/** @shows row-220 */
test('a draft names what somebody else has saved since it was begun', () => {
  const draft = { street: '2 Side Street', town: 'Springfield', phone: '1' }
  const before = { street: '1 Test Street', town: 'Shelbyville', phone: '2', company: 'A' }
  const now = { street: '9 New Street', town: 'Springfield', phone: '2', company: 'B' }
  expect(overtakenFields(['street', 'town', 'phone'], draft, before, now)).toEqual([
    { field: 'street', now: '9 New Street' },
  ])
  expect(overtakenFields(['street'], draft, undefined, now)).toEqual([])
})
