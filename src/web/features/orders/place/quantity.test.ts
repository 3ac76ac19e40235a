import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { quantityProblem } from '#contract/orders/quantity-rules.ts'
import { Amount, LargerOrders } from './amount.tsx'
import {
  buttonStep,
  parseUnits,
  quickQuantities,
  stepOfKey,
  stepQuantity,
  stripGrouping,
} from './quantity.ts'
import type { Quantity } from './use-quantity.ts'

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
  expect(stepQuantity(typed, step, { quantity: 126 })).toBe(next)
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

/** @shows row-117 */
test.each([
  ['', 1, '4'],
  ['4', 1, '8'],
  ['6', 1, '8'],
  ['6', -1, '4'],
  ['28', 1, '28'],
])('steps from %j by %i packs of 4 within 30 units to %j', (typed, packs, next) => {
  expect(stepQuantity(typed, packs, { quantity: 30, minimumOrder: 3, packSize: 4 })).toBe(next)
})

/** @shows row-117 */
test('quick quantities begin with the smallest order and are whole packs', () => {
  expect(quickQuantities({ quantity: 12, minimumOrder: 1 })).toEqual([1, 10, 12])
  expect(quickQuantities({ quantity: 90, minimumOrder: 3, packSize: 4 })).toEqual([
    4, 12, 20, 52, 88,
  ])
  expect(quickQuantities({ quantity: 3, packSize: 4, minimumOrder: 1 })).toEqual([])
  expect(buttonStep({ packSize: 4 })).toBe(3)
})

/** @shows row-117 */
test.each([
  ['9', {}, 'Must be 10  or longer'],
  ['5', { minimumOrder: 4 }, undefined],
  ['2', { minimumOrder: 4 }, 'Must be 4  or longer'],
  ['6', { minimumOrder: 4, packSize: 4 }, 'Must be a multiple of 4'],
  ['0', { minimumOrder: 1 }, 'Please input a valid quantity'],
  ['31', { minimumOrder: 1 }, 'Input Quantity is Higher'],
])('a quantity of %j with %j shows %j', (typed, rules, problem) => {
  expect(quantityProblem(typed, { quantity: 30, ...rules })).toBe(problem)
})

test('quick quantities are within the stock and unique', () => {
  expect(quickQuantities({ quantity: 126 })).toEqual([10, 20, 50, 100, 126])
  expect(quickQuantities({ quantity: 20 })).toEqual([10, 20])
  expect(quickQuantities({ quantity: 9 })).toEqual([])
})

const quantityWith = (changes: object) =>
  // Safe: the components read no other properties.
  ({
    units: 10,
    unitPrice: 6.25,
    goods: 62.5,
    shipping: 4.9,
    total: 67.4,
    isCalculated: true,
    ...changes,
  }) as Quantity

const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, '')

const offerOf = (stock: number) =>
  renderToStaticMarkup(
    createElement(LargerOrders, {
      quantity: quantityWith({
        toFreeShipping: { quantity: 17, amount: 43.75 },
        product: { quantity: stock },
      }),
      onTake: () => {},
    }),
  )

const amountOf = (changes: object) =>
  renderToStaticMarkup(createElement(Amount, { quantity: quantityWith(changes) }))

/** @shows row-107 */
test('the order page says what is missing for free shipping, if the stock has it', () => {
  expect(textOf(offerOf(17))).toBe('Add $43.75 for free shipping: take 17 units')
  expect(offerOf(16)).toBe('')
})

/** @shows row-170 */
test('the order page says how many more units cost less in all, with one press that takes them', () => {
  const offer = renderToStaticMarkup(
    createElement(LargerOrders, {
      quantity: quantityWith({ units: 88, cheaper: { quantity: 100, saved: 209.24 } }),
      onTake: () => {},
    }),
  )
  expect(textOf(offer)).toBe('Add 12 more and save $209.24: take 100 units')
})

/** @shows row-107 */
test('the total has a line for shipping, free above $100', () => {
  expect(amountOf({})).toContain('<dt>Shipping</dt><dd>$4.90</dd>')
  expect(amountOf({ goods: 106.25, shipping: 0, total: 106.25 })).toContain('>Free</dd>')
})
