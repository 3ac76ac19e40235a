import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { createApp } from '../../app.ts'
import { openPayments } from '../../testing/payments.ts'
import { openTaxedShop } from '../../testing/steps/taxes.ts'
import { settle } from '../payments/settle.ts'

const { shop, order } = await openTaxedShop()
const canadian = await openTaxedShop({ place: 'CA-BC' })

/** The export of the same shop after its file of rates was removed. */
async function exported(
  token: string,
  { parts, config } = shop,
): Promise<Record<string, string>[]> {
  const { app } = await createApp({ ...parts, config: { ...config, taxes: undefined } })
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
  const taxes = {
    Tax: '10.43',
    'Tax is': 'added',
    'Tax area': 'Germany',
    'Tax by rate': '19% VAT: 10.43',
  }
  expect(await exported(anna.token)).toMatchObject([taxes])
})

/** @shows row-232 */
test('the export has the tax of each rate of an order, also where its name is a formula', async () => {
  const { shop: other, steps } = canadian
  const [mia, anna] = [await other.signIn(), await other.signIn({ isAdmin: true })]
  await canadian.order(mia, 10, 92.18, 777)
  const read = async () => (await exported(anna.token, other)).map((row) => row['Tax by rate'])
  expect(await read()).toEqual(['5% GST: 4.14; 7% PST: 5.44'])
  await steps.query(
    `alter table orders disable trigger user;
     update orders set tax = jsonb_set(tax, '{rates,1,name}', '"x;=1+1"');
     alter table orders enable trigger user`,
  )
  expect(await read()).toEqual(["5% GST: 4.14; 7% x;'=1+1: 5.44"])
})

/** @shows row-232 */
test('the export has the tax that the terms of an invoice include, once it is issued', async () => {
  const named = await openPayments()
  const [mia, anna] = [await named.shop.signIn(), await named.shop.signIn({ isAdmin: true })]
  const ordered = await named.steps.order(mia)
  const intentId = await named.steps.payAtProvider(mia, ordered)
  const config = { ...named.shop.config, TAX_NAME: 'VAT', TAX_PERCENT: 19 }
  const read = () => exported(anna.token, named.shop)
  expect((await read())[0]).not.toHaveProperty('Tax')
  await settle({ ...named.shop.shop, config }, intentId)
  expect(await read()).toMatchObject([
    { Tax: '108.57', 'Tax is': 'included', 'Tax area': '', 'Tax by rate': '19% VAT: 108.57' },
  ])
})
