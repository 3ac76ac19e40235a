import { expect, test } from 'vitest'
import { taxes } from '#contract/taxes/taxes.ts'
import { openTaxedShop } from '../../testing/steps/taxes.ts'
import { tradeSteps } from '../../testing/steps/trade.ts'

const { shop, steps } = await openTaxedShop()

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
