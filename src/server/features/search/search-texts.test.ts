import { afterAll, beforeAll, expect, test } from 'vitest'
import { products } from '#contract/products/products.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop } from '../../testing/shop.ts'

const names = ['Xylo lamp', 'Lamp of xylo', 'Oxygen sensor', '100% seal', 'Seal 1000']

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
  for (const name of names) await shop.stock({ name })
})
afterAll(() => shop.close())

test.each([
  ['three characters anywhere', 'xyl', ['Xylo lamp', 'Lamp of xylo']],
  ['within a word', 'YGEN', ['Oxygen sensor']],
  ['two characters at the beginning of words', 'xy', ['Xylo lamp', 'Lamp of xylo']],
  ['one character at the beginning of words', 'o', ['Lamp of xylo', 'Oxygen sensor']],
  ['beginnings of several words', 'xy la', ['Xylo lamp', 'Lamp of xylo']],
  ['beginnings of words beside a longer one', 'lam xy', ['Xylo lamp', 'Lamp of xylo']],
  ['words in spite of signs between them', 'xylo & lamp', ['Xylo lamp', 'Lamp of xylo']],
  ['nothing by signs alone', '& %', []],
  ['signs between fewer than three letters as gaps', 'x/o', ['Lamp of xylo']],
  ['no digit within a number', '0%', []],
  ['words without the signs beside them, exact ones first', '100%', ['100% seal', 'Seal 1000']],
])('a search finds %s: %s', async (_, q, found) => {
  const { body } = await shop.call(undefined, products.list, { query: { q } })
  expect(body.map(({ name }) => name)).toEqual(found)
})
