import { expect, test } from 'vitest'
import { countSentence } from './list-card.tsx'

const noun = { one: 'order', many: 'orders' }

test('a list with more rows says that these are only the first', () => {
  expect(countSentence(25, true, noun)).toBe('The first 25 orders')
})

test('a whole list says how many there are', () => {
  expect(countSentence(0, false, noun)).toBe('0 orders')
  expect(countSentence(1, false, noun)).toBe('1 order')
  expect(countSentence(60, false, noun)).toBe('60 orders')
})
