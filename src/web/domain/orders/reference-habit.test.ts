import { expect, test } from 'vitest'
import { referenceOf } from './reference-habit.tsx'

const habit = { prefix: 'PO-', isRequired: false }

/** @shows row-174 */
test.each([
  ['PO-2231', 'PO-2231'],
  [' K-7 ', 'K-7'],
  ['PO-', ''],
  [' PO- ', ''],
  ['', ''],
])('of the typed order number “%s” “%s” is sent', (typed, sent) => {
  expect(referenceOf(typed, habit)).toBe(sent)
})
