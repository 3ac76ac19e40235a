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

/** @shows row-87 */
test('reviews are read by numbered page and counted, those that wait or match a search too', async () => {
  const word = `Word${crypto.randomUUID().slice(0, 8)}`
  const ids: string[] = []
  for (const title of ['One', 'Two', 'Three']) {
    const { id: product } = await shop.stock()
    ids.unshift(await write(product, `${word} ${title}`))
  }
  await shop.call(ada, reviews.show, { params: { id: ids[0]! } })
  const page = async (number: number, tab?: 'waiting') => {
    const query = { q: word, page: number, limit: 2, ...(tab && { tab }) }
    return (await shop.call(ada, reviews.managed, { query })).body.map(({ _id }) => _id)
  }
  expect([await page(1), await page(2)]).toEqual([ids.slice(0, 2), ids.slice(2)])
  expect([await page(1, 'waiting'), await page(2, 'waiting')]).toEqual([ids.slice(1), []])
  const count = async (query: { q?: string; tab?: 'waiting' }) =>
    (await shop.call(ada, reviews.count, { query })).body.count
  expect(await count({ q: word })).toBe(3)
  expect(await count({ q: word, tab: 'waiting' })).toBe(2)
  expect(await count({ tab: 'waiting' })).toBe((await waiting()).length)
})
