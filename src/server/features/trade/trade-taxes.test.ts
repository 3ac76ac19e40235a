import { expect, test } from 'vitest'
import { taxes } from '#contract/taxes/taxes.ts'
import { priceSteps } from '../../testing/steps/prices.ts'
import { openTaxedShop } from '../../testing/steps/taxes.ts'
import { tradeSteps } from '../../testing/steps/trade.ts'

const { shop, steps, order, read } = await openTaxedShop()

/** @shows row-181, asvs-8.2.2 */
test('an approved account is exempt only while its address is verified', async () => {
  const admin = await shop.signIn({ name: 'Ada', isAdmin: true })
  const tara = await tradeSteps(shop).approved(admin, {}, { taxExempt: true })
  const isExempt = async () => (await shop.call(tara, taxes.own, {})).body?.exempt
  const verify = (isVerified: boolean) =>
    steps.query('update users set email_verified = $2 where uid = $1', [tara.uid, isVerified])
  expect(await isExempt()).toBe(true)
  await verify(false)
  expect(await isExempt()).toBe(false)
  await verify(true)
  expect(await isExempt()).toBe(true)
})

/** @shows row-181, P6 */
test('an order with taxes has the prices of a list only while the address of its account is verified', async () => {
  const mia = await shop.signIn()
  await priceSteps(shop).putOn(await priceSteps(shop).addList({ percentOff: 20 }), mia)
  await steps.query('update users set email_verified = false where uid = $1', [mia.uid])
  const { id } = await order(mia, 10, 65.33)
  expect(await read(mia, id)).toMatchObject({ price: 65.33 })
})
