import { expect, test } from 'vitest'
import { productList } from './product-list-data.ts'

const origin = 'https://shop.example'
const product = {
  _id: '0190d1a0-0000-7000-8000-000000000001',
  name: 'Door Rubber Seal',
  price: 12.5,
  quantity: 480,
  description: 'A seal',
  img: '/parts/door-rubber.svg',
}
const offerOf = (changes: object) =>
  JSON.parse(JSON.stringify(productList(origin, [{ ...product, ...changes }]))).itemListElement[0]
    .item

test('every address is complete, whether the picture is ours or not', () => {
  expect(offerOf({}).image).toBe(`${origin}/parts/door-rubber.svg`)
  expect(offerOf({ img: 'https://pictures.example/a.jpg' }).image).toBe(
    'https://pictures.example/a.jpg',
  )
  expect(offerOf({}).offers.url).toBe(`${origin}/part/${product._id}`)
})

test('the part number becomes the SKU, if there is one', () => {
  expect(offerOf({ partNumber: 'AP-BD-1040-F' }).sku).toBe('AP-BD-1040-F')
  expect(offerOf({})).not.toHaveProperty('sku')
})

test('a price has two decimals, and less than the smallest order is out of stock', () => {
  expect(offerOf({}).offers).toMatchObject({ price: '12.50', priceCurrency: 'USD' })
  expect(offerOf({ quantity: 10 }).offers.availability).toMatch(/InStock$/)
  expect(offerOf({ quantity: 9 }).offers.availability).toMatch(/OutOfStock$/)
})
