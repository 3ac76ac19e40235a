import { expect, test } from 'vitest'
import { quickQuantities, stepOfKey, stepQuantity, stripGrouping, parseUnits } from './quantity.ts'

test.each([
  ['1 000', '1000'],
  ['1\u00A0000', '1000'],
  ['12\u202F500', '12500'],
  ['1,000', '1000'],
  [' 40 ', '40'],
  ['1,5', '1,5'],
  ['10.5', '10.5'],
  ['ten', 'ten'],
])('parses pasted %j as %j', (pasted, typed) => {
  expect(stripGrouping(pasted)).toBe(typed)
})

test('parses whole numbers of units only', () => {
  expect(parseUnits('20')).toBe(20)
  expect(['', '-20', '1e3', '10.5', 'ten'].map(parseUnits)).toEqual(Array(5).fill(undefined))
})

test.each([
  ['15', 10, '25'],
  ['15', 100, '115'],
  ['15', -1, '14'],
  ['12', -10, '10'],
  ['120', 10, '126'],
  ['500', -1, '126'],
  ['', 10, '10'],
  ['', -1, '10'],
  ['ten', 1, '10'],
])('steps from %j by %i within 126 units to %j', (typed, step, next) => {
  expect(stepQuantity(typed, step, 126)).toBe(next)
})

test('keys step as in the ARIA spinbutton pattern', () => {
  expect(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'a'].map(stepOfKey)).toEqual([
    1,
    -1,
    10,
    -10,
    undefined,
  ])
})

test('quick quantities are within the stock and unique', () => {
  expect(quickQuantities(126)).toEqual([10, 20, 50, 100, 126])
  expect(quickQuantities(20)).toEqual([10, 20])
  expect(quickQuantities(9)).toEqual([])
})
