import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { partKey } from '#contract/shared/part-number.ts'
import { NumbersChange } from '#contract/numbers/product-numbers.ts'
import { NewProduct } from '#contract/products/products.ts'
import { demoNumbers } from './demo-numbers.ts'
import { unitPrice } from '#contract/prices/unit-price.ts'
import { demoProducts } from './demo-products.ts'

test('each demo product passes the validation of new products', () => {
  for (const product of demoProducts) expect(NewProduct.parse(product)).toEqual(product)
})

test('no two demo products share a name or a picture, and every picture exists', () => {
  const pictures = new Set(demoProducts.map(({ img }) => img))
  expect(pictures.size).toBe(demoProducts.length)
  expect(new Set(demoProducts.map(({ name }) => name)).size).toBe(demoProducts.length)
  const missing = [...pictures].filter((img) => !existsSync(`src/web/public${img}`))
  expect(missing).toEqual([])
})

/** @shows row-165 */
test('the offer of Home is what the demo product costs', () => {
  const offered = demoProducts.find(({ img }) => img === '/parts/jump-starter.svg')
  // specification: 'offer $18.79 for each 100-unit order, before $23.73'
  expect(offered && [99, 100].map((units) => unitPrice(offered, units))).toEqual([23.73, 18.79])
})

/** @shows row-77 */
test('every demo product has a category and a unique part number', () => {
  const numbers = new Set(demoProducts.map(({ partNumber = '' }) => partKey(partNumber)))
  expect([numbers.size, numbers.has('')]).toEqual([demoProducts.length, false])
  expect(demoProducts.filter(({ kind }) => !kind)).toEqual([])
})

/** @shows row-116 */
test('every demo product has its facts', () => {
  const facts = ['brand', 'condition', 'weightGrams', 'sizeMm', 'inTheBox'] as const
  for (const product of demoProducts) {
    expect([product.name, facts.filter((name) => !product[name])]).toEqual([product.name, []])
  }
})

/** @shows row-161 */
test('the other numbers of the demo products are valid and of products that there are', () => {
  const known = demoProducts.map(({ partNumber }) => partNumber)
  for (const [partNumber, numbers] of Object.entries(demoNumbers)) {
    expect(known).toContain(partNumber)
    const change = { numbers, replacedBy: null, seen: '' }
    expect(NumbersChange.parse(change)).toEqual(change)
  }
})
