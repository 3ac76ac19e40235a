import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addresses } from '#contract/addresses/addresses.ts'
import { ownOrders } from '#contract/orders/own-orders.ts'
import { profiles } from '#contract/profiles.ts'
import { quickOrder } from '#contract/quick-order.ts'
import { taxesOn } from '#contract/taxes/tax-lines.ts'
import { taxes } from '#contract/taxes/taxes.ts'
import { openTaxedShop } from '../../testing/steps/taxes.ts'
import type { TestUser } from '../../testing/shop.ts'

const { shop, steps, live, order, read, setExempt } = await openTaxedShop()

const ownTaxes = async (user: TestUser) => (await shop.call(user, taxes.own, {})).body

/** @shows row-180, P6 */
test('the database computes the same taxes as the contract', async () => {
  const samples = fc.sample(
    fc.record({
      cents: fc.integer({ min: 0, max: 2_147_483_647 }),
      rates: fc.array(fc.integer({ min: 0, max: 99_999 }), { maxLength: 5 }),
      included: fc.boolean(),
    }),
    { numRuns: 10_000, seed: 18 },
  )
  const { rows } = await shop.database.pool.query<{ taxes: number[] }>(
    `select taxes_of(cents, array(select jsonb_array_elements_text(rates)::integer), included) as taxes
     from jsonb_to_recordset($1) as sample (cents bigint, rates jsonb, included boolean)`,
    [JSON.stringify(samples)],
  )
  expect(rows.map((row) => row.taxes)).toEqual(
    samples.map(({ cents, rates, included }) => taxesOn(cents, rates, included)),
  )
})

/** @shows row-180 */
test('the taxes of an account are those of its default address, else of the shop’s place', async () => {
  const mia = await shop.signIn()
  const vat = { name: 'VAT', percent: 19, onShipping: true }
  const germany = { included: false, exempt: false, areaName: 'Germany', rates: [vat] }
  expect(await ownTaxes(mia)).toEqual(germany)
  const quebec = await live(mia, 'CA', 'Quebec')
  expect(await ownTaxes(mia)).toMatchObject({ areaName: 'Quebec, Canada', rates: [{}, {}] })
  const france = await live(mia, 'FR')
  await shop.call(mia, addresses.makeDefault, { params: { id: france } })
  expect(await ownTaxes(mia)).toMatchObject({ areaName: 'France', rates: [] })
  await shop.call(mia, addresses.remove, { params: { id: france } })
  await shop.call(mia, addresses.remove, { params: { id: quebec } })
  expect(await ownTaxes(mia)).toEqual(germany)
})

/** @shows row-181, P6, P7 */
test('an order has goods, shipping and taxes in its total, and keeps them', async () => {
  const mia = await shop.signIn()
  await live(mia, 'CA', 'QC')
  // $50.00, $4.90 shipping, 5 % of both, 9.975 % of the goods.
  const { id } = await order(mia, 10, 62.64)
  expect(await read(mia, id)).toMatchObject({
    price: 62.64,
    shippingCost: 4.9,
    tax: {
      included: false,
      exempt: false,
      areaName: 'Quebec, Canada',
      amount: 7.74,
      rates: [
        { name: 'GST', percent: 5, amount: 2.75 },
        { name: 'QST', percent: 9.975, amount: 4.99 },
      ],
    },
    delivery: { name: 'Mia Muster', place: { country: 'CA', region: 'QC' } },
  })
  await expect(
    steps.query(`update orders set tax = null, tax_added_cents = 0 where id = $1`, [id]),
  ).rejects.toThrow('what was ordered never changes')
})

/** @shows row-181, P6 */
test('a total without taxes is refused with the current one', async () => {
  const mia = await shop.signIn()
  const refused = await order(mia, 10, 54.9)
  expect(refused.body).toMatchObject({ code: 'price-changed', currentTotal: 65.33 })
  expect((await order(mia, 10, 65.33)).status).toBe(200)
})

/** @shows row-181, P6 */
test('several parts are taxed line by line', async () => {
  const mia = await shop.signIn()
  const parts = [await shop.stock({ price: 333 }), await shop.stock({ price: 777 })]
  const lines = parts.map(({ id }) => ({ product: id, quantity: 10 }))
  // 33.30 with 6.33, 77.70 with 14.76; above $100 of goods, so free of shipping.
  const placed = await shop.call(mia, quickOrder.place, { body: { lines, price: 132.09 } })
  expect(placed.status).toBe(200)
  expect((await read(mia, placed.body.insertedId)).tax?.amount).toBe(21.09)
})

/** @shows row-181 */
test('an exempt trade account pays no tax', async () => {
  const mia = await shop.signIn()
  await setExempt(mia)
  expect(await ownTaxes(mia)).toMatchObject({ exempt: true })
  const { id } = await order(mia, 10, 54.9)
  expect(await read(mia, id)).toMatchObject({
    price: 54.9,
    tax: { exempt: true, amount: 0, rates: [] },
  })
})

/** @shows row-181 */
test('the rows of a quick order and of a checked list have the taxes in their totals', async () => {
  const mia = await shop.signIn()
  const part = await shop.stock({ price: 500 })
  const { body } = await shop.call(mia, quickOrder.check, { body: { list: `${part.name}, 10` } })
  expect(body).toMatchObject([{ total: 65.33 }])
})

/** @shows row-181, P6 */
test('an order moves within the area of its taxes only', async () => {
  const mia = await shop.signIn()
  const germany = await live(mia, 'DE')
  const france = await live(mia, 'FR')
  const { id, part, total } = await order(mia, 10, 65.33)
  const deliverTo = (address: string) =>
    shop.call(mia, ownOrders.deliverTo, { params: { id }, body: { address } })
  expect((await deliverTo(france)).body).toMatchObject({
    code: 'other-taxes',
    detail: 'This order was taxed for Germany. To deliver to France, order again',
  })
  expect((await read(mia, id)).delivery?.place?.country).toBe('DE')
  const text = { name: 'Mia', phone: '+49 30 1234567', address: '2 Side Street' }
  const typed = await shop.call(mia, ownOrders.deliver, { params: { id }, body: text })
  expect(typed.body).toEqual({ modifiedCount: 1 })
  expect((await deliverTo(germany)).body).toEqual({ modifiedCount: 1 })
  await steps.report(mia, id, await steps.payAtProvider(mia, { id, total, part }))
  expect((await read(mia, id)).status).toBe('paid')
})

/** @shows row-181 */
test('the address of the profile is delivered to with the taxes of the shop’s place', async () => {
  const mia = await shop.signIn()
  const home = { name: 'Mia', phone: '+49 30 1234567', address: '1 Workshop Road' }
  const body = { ...home, fbLink: 'https://social.example/mia', img: '/parts/battery.svg' }
  await shop.call(mia, profiles.save, { params: { email: mia.email }, body })
  const { id } = await order(mia, 10, 65.33)
  const { delivery, tax } = await read(mia, id)
  expect(delivery).toEqual(home)
  expect(tax?.areaName).toBe('Germany')
})

/** @shows row-181, P3 */
test('the same order without a key is placed once', async () => {
  const mia = await shop.signIn()
  const part = await shop.stock({ price: 500 })
  const lines = [{ product: part.id, quantity: 10 }]
  const place = () => shop.call(mia, quickOrder.place, { body: { lines, price: 65.33 } })
  const [first, second] = await Promise.all([place(), place()])
  expect(second.body).toEqual(first.body)
})
