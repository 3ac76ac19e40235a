import { afterAll, beforeAll, expect, test } from 'vitest'
import { products } from '#contract/products/products.ts'
import { reviews } from '#contract/reviews.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop } from '../../testing/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

/**
 * What anyone may read of a product. Written by hand and not derived from the table of fields, so that no field
 * becomes public unseen. How to add one for staff alone is in CONTRIBUTING.md.
 */
const entered = {
  name: 'Quarter Panel',
  price: 145,
  quantity: 64,
  description: 'Stamped steel',
  img: '/parts/quarter-panel.svg',
  partNumber: 'AP-1205',
  kind: 'body',
  brand: 'Hella',
  minimumOrder: 20,
  packSize: 4,
  condition: 'new',
  weightGrams: 1250,
  sizeMm: '420 × 180 × 60',
  warrantyMonths: 24,
  inTheBox: '1 panel',
  imgAlt: 'From the left',
  breaks: [{ from: 40, price: 140 }],
  morePictures: '/parts/door-rubber.svg The seal',
} as const
const derived = { _id: expect.any(String), rating: 5, ratings: 1 }

/** @shows row-150, asvs-15.3.1 */
test('a visitor reads the listed fields of a product, and no others', async () => {
  const admin = await shop.signIn({ isAdmin: true })
  const body = { ...entered, breaks: [...entered.breaks] }
  const { insertedId: id } = (await shop.call(admin, products.add, { body })).body
  const review = { title: 'Fits', rating: 5, description: 'It fits well', product: id }
  await shop.call(await shop.signIn(), reviews.add, { body: review })

  const { body: shown } = await shop.call(undefined, products.one, { params: { id } })
  const listed = { ...derived, ...entered }
  expect(shown).toEqual(listed)
  // Also those that this product lacks.
  expect(new Set(Object.keys(products.one.response.shape))).toEqual(new Set(Object.keys(listed)))
})
