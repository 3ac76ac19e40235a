import { afterAll, beforeAll, expect, test } from 'vitest'
import { reviews } from '#contract/reviews.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop, TestUser } from '../../testing/shop.ts'

let shop: TestShop
let mia: TestUser
let ada: TestUser
beforeAll(async () => {
  shop = await openShop({ REVIEW_APPROVAL: 'on' })
  mia = await shop.signIn()
  ada = await shop.signIn({ name: 'Ada', isAdmin: true })
})
afterAll(() => shop.close())

async function write(product: string, title: string) {
  const body = { title, rating: 4, description: `Fits well ${crypto.randomUUID()}`, product }
  return (await shop.call(mia, reviews.add, { body })).body.insertedId
}

const shownTitles = async (product: string) =>
  (await shop.call(undefined, reviews.list, { query: { product } })).body.map(({ title }) => title)

const waiting = async () =>
  (await shop.call(ada, reviews.managed, { query: { tab: 'waiting' } })).body.map(({ _id }) => _id)

/** @shows row-87 */
test('with approval on, a review is shown once an admin has approved it, and again after each change', async () => {
  const { id: product } = await shop.stock()
  const id = await write(product, 'First')
  expect([await shownTitles(product), await waiting()]).toEqual([[], [id]])
  expect((await shop.call(ada, reviews.show, { params: { id } })).body).toEqual({
    modifiedCount: 1,
  })
  expect([await shownTitles(product), await waiting()]).toEqual([['First'], []])
  expect(await write(product, 'Second')).toBe(id)
  expect([await shownTitles(product), await waiting()]).toEqual([[], [id]])
})

/** @shows row-87 */
test('a rejected review waits no longer and stays hidden', async () => {
  const { id: product } = await shop.stock()
  const id = await write(product, 'Rejected')
  expect((await shop.call(ada, reviews.hide, { params: { id } })).body).toEqual({
    modifiedCount: 1,
  })
  expect(await waiting()).not.toContain(id)
  expect(await shownTitles(product)).toEqual([])
  expect((await shop.call(ada, reviews.hide, { params: { id } })).body).toEqual({
    modifiedCount: 0,
  })
})
