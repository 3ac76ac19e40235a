import { afterAll, beforeAll, expect, test } from 'vitest'
import { products } from '#contract/products/products.ts'
import { reviews } from '#contract/reviews.ts'
import { paymentSteps } from '../../testing/payments.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop, TestUser } from '../../testing/shop.ts'

let shop: TestShop
let ada: TestUser
beforeAll(async () => {
  shop = await openShop()
  ada = await shop.signIn({ name: 'Ada', isAdmin: true })
})
afterAll(() => shop.close())

async function rate(who: TestUser, product: string, rating: number) {
  const body = { title: 'Fits', rating, description: `Well ${crypto.randomUUID()}`, product }
  return (await shop.call(who, reviews.add, { body })).body.insertedId
}

/** As with the link in the mail; or as after a change of the address. */
async function confirm({ email }: TestUser, isConfirmed: boolean) {
  await shop.database.pool.query('update users set email_verified = $2 where email = $1', [
    email,
    isConfirmed,
  ])
  shop.shop.publicReads.changed()
}

/** The rating on the page of a product, which is the one on its card. */
async function ratingOf({ id, name }: { id: string; name: string }) {
  const [page, card] = await Promise.all([
    shop.call(undefined, products.one, { params: { id } }),
    shop.call(undefined, products.list, { query: { q: name } }),
  ])
  const { rating, ratings } = page.body
  expect(card.body).toEqual([
    expect.objectContaining(rating === undefined ? { _id: id } : { _id: id, rating, ratings }),
  ])
  return [rating, ratings]
}

/** @shows row-118 */
test('card and page carry average and count of the shown reviews, from the answer to a review on', async () => {
  const part = await shop.stock()
  expect(await ratingOf(part)).toEqual([undefined, undefined])
  const [mia, noah] = await Promise.all([shop.signIn(), shop.signIn({ name: 'Noah' })])
  const first = await rate(mia, part.id, 5)
  expect(await ratingOf(part)).toEqual([5, 1])
  await rate(noah, part.id, 4)
  await rate(await shop.signIn(), part.id, 4)
  expect(await ratingOf(part)).toEqual([4.3, 3])
  // The same author again: changed, not added.
  await rate(mia, part.id, 1)
  expect(await ratingOf(part)).toEqual([3, 3])
  await shop.call(ada, reviews.hide, { params: { id: first } })
  expect(await ratingOf(part)).toEqual([4, 2])
  await shop.call(ada, reviews.show, { params: { id: first } })
  expect(await ratingOf(part)).toEqual([3, 3])
})

/** @shows row-118 */
test('a stranger’s stars count from the confirmation of the address on, and for the part reviewed last', async () => {
  const [one, other] = await Promise.all([shop.stock(), shop.stock()])
  await rate(await shop.signIn(), one.id, 5)
  const eve = await shop.signIn({ isVerified: false })
  await rate(eve, one.id, 1)
  expect(await ratingOf(one)).toEqual([5, 1])
  await confirm(eve, true)
  expect(await ratingOf(one)).toEqual([3, 2])
  await confirm(eve, false)
  expect(await ratingOf(one)).toEqual([5, 1])
  // An account without a confirmed address has one review in all.
  await rate(eve, other.id, 4)
  await confirm(eve, true)
  expect([await ratingOf(one), await ratingOf(other)]).toEqual([
    [5, 1],
    [4, 1],
  ])
})

/** @shows row-118 */
test('the stars of a buyer count without a confirmed address', async () => {
  const eve = await shop.signIn({ isVerified: false })
  const steps = paymentSteps(shop)
  const order = await steps.order(eve)
  await steps.report(eve, order.id, await steps.payAtProvider(eve, order))
  await rate(eve, order.part.id, 4)
  expect(await ratingOf(order.part)).toEqual([4, 1])
})

/** @shows row-118 */
test('12 simultaneous reviews, and rows that another version writes, are all counted', async () => {
  const part = await shop.stock()
  const authors = await Promise.all(Array.from({ length: 12 }, () => shop.signIn()))
  await Promise.all(authors.map((author, n) => rate(author, part.id, 1 + (n % 5))))
  expect(await ratingOf(part)).toEqual([2.8, 12])
  await shop.database.pool.query('update reviews set hidden_at = now() where product_id = $1', [
    part.id,
  ])
  await shop.database.pool.query('delete from reviews where product_id = $1 and rating < 5', [
    part.id,
  ])
  const { rows } = await shop.database.pool.query(
    'select ratings, stars from product_ratings where product_id = $1',
    [part.id],
  )
  expect(rows).toEqual([{ ratings: 0, stars: 0 }])
})
