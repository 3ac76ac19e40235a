import { afterEach, beforeEach, expect, test } from 'vitest'
import { reviews } from '#contract/reviews.ts'
import { paymentSteps } from '../../testing/payments.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop, TestUser } from '../../testing/shop.ts'

let shop: TestShop
beforeEach(async () => {
  shop = await openShop()
})
afterEach(() => shop.close())

async function write(who: TestUser, title: string, product?: string) {
  const body = { title, rating: 1, description: `About ${title}`, ...(product && { product }) }
  return (await shop.call(who, reviews.add, { body })).body.insertedId
}

const titles = async (by?: 'confirmed') =>
  (await shop.call(undefined, reviews.list, { query: { limit: 12, ...(by && { by }) } })).body.map(
    ({ title }) => title,
  )

/** @shows row-225 */
test('the newest review of an account without a confirmed address displaces none on Home', async () => {
  const mia = await shop.signIn()
  const stranger = await shop.signIn({ name: 'Stranger', isVerified: false })
  await write(mia, 'Fits')
  await write(mia, 'Fits well')
  await write(stranger, 'Scam')
  expect(await titles('confirmed')).toEqual(['Fits well', 'Fits'])
  expect(await titles()).toEqual(['Scam', 'Fits well', 'Fits'])
})

/** @shows row-225 */
test('a buyer of the part is on Home without a confirmed address', async () => {
  const stranger = await shop.signIn({ name: 'Stranger', isVerified: false })
  const steps = paymentSteps(shop)
  const order = await steps.order(stranger)
  await steps.report(stranger, order.id, await steps.payAtProvider(stranger, order))
  await write(await shop.signIn({ name: 'Another', isVerified: false }), 'Scam')
  await write(stranger, 'Bought', order.part.id)
  expect(await titles('confirmed')).toEqual(['Bought'])
})

/** @shows row-225 */
test('Home shows the others while there are none by confirmed accounts that are visible', async () => {
  const ada = await shop.signIn({ name: 'Ada', isAdmin: true })
  const stranger = await shop.signIn({ name: 'Stranger', isVerified: false })
  await write(stranger, 'First one')
  expect(await titles('confirmed')).toEqual(['First one'])
  const id = await write(await shop.signIn(), 'Fits')
  expect(await titles('confirmed')).toEqual(['Fits'])
  await shop.call(ada, reviews.hide, { params: { id } })
  expect(await titles('confirmed')).toEqual(['First one'])
})
