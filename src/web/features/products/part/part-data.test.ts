import { expect, test } from 'vitest'
import type { ProductNumber } from '#contract/numbers/product-numbers.ts'
import { partData } from './part-data.ts'

const part = {
  _id: 'id',
  name: 'Brake pads',
  price: 24,
  quantity: 40,
  description: 'For the front',
  img: '/parts/brake-pad-set.svg',
}

const gtinOf = (...numbers: ProductNumber[]) =>
  partData('https://shop.example', part, { fitments: [], numbers })['gtin']

const barcode = (number: string) => ({ kind: 'barcode', brand: '', number }) as const

/** @shows row-162 */
test('search engines get the first barcode that is a global trade item number', () => {
  expect(gtinOf(barcode('12'), barcode('9 520000 445003'), barcode('96385074'))).toBe(
    '9520000445003',
  )
  expect(gtinOf(barcode('9 520000 445004'))).toBeUndefined()
  expect(gtinOf({ kind: 'oem', brand: '', number: '96385074' })).toBeUndefined()
})
