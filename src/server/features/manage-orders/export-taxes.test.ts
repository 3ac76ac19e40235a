import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { createApp } from '../../app.ts'
import { openTaxedShop } from '../../testing/steps/taxes.ts'

const { shop, order } = await openTaxedShop()

/** The export of the same shop after its file of rates was removed. */
async function exported(token: string): Promise<Record<string, string>[]> {
  const { app } = await createApp({ ...shop.parts, config: { ...shop.config, taxes: undefined } })
  const { body } = await app.inject({
    url: '/api/manage/orders/export',
    headers: { authorization: `Bearer ${token}` },
  })
  return parse(body, { bom: true, columns: true })
}

/** @shows row-182, P6 */
test('the export has the taxes of past orders in a shop that charges none any more', async () => {
  const [mia, anna] = [await shop.signIn(), await shop.signIn({ isAdmin: true })]
  await order(mia, 10, 65.33)
  const taxes = { Tax: '10.43', 'Tax is': 'added', 'Tax area': 'Germany' }
  expect(await exported(anna.token)).toMatchObject([taxes])
})
