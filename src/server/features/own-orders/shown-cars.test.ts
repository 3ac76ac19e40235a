import { expect, test } from 'vitest'
import { parse } from 'csv-parse/sync'
import { manageOrders } from '#contract/orders/manage-orders.ts'
import { ownOrders } from '#contract/orders/own-orders.ts'
import { pathOf } from '#contract/shared/endpoint.ts'
import { quickOrder } from '#contract/quick-order.ts'
import { orderOfLines } from '../../testing/order-lines.ts'
import { openPayments } from '../../testing/payments.ts'
import { textOf } from '../../testing/pdf-text.ts'
import type { TestUser } from '../../testing/shop.ts'
import { carSteps } from '../../testing/steps/cars.ts'

const { shop, steps } = await openPayments()
const cars = carSteps(shop)

/** A paid order of two parts, the first of which does not fit its car. */
async function paidOrder() {
  const mia = await shop.signIn()
  const [golf, other, pads, lamp] = [
    await cars.addCar(),
    await cars.addCar({ model: 'Jetta' }),
    await shop.stock(),
    await shop.stock(),
  ]
  await cars.fit(pads, other)
  const { lines, price } = orderOfLines([
    [pads, 10],
    [lamp, 10],
  ])
  const body = { lines: [{ ...lines[0]!, vehicle: golf.vehicle }, lines[1]!], price }
  const placed = await shop.call(mia, quickOrder.place, { body })
  const ordered = { id: placed.body.insertedId, total: price, part: pads }
  await steps.report(mia, ordered.id, await steps.payAtProvider(mia, ordered))
  return { mia, id: ordered.id }
}

const fileOf = (user: TestUser, url: string, query: Record<string, string> = {}) =>
  shop.app.inject({
    url: `/api${url}`,
    query,
    headers: { authorization: `Bearer ${user.token}` },
  })

/** @shows row-146 */
test('the invoice names the car that a part was ordered for', async () => {
  const { mia, id } = await paidOrder()
  const { rawPayload } = await fileOf(mia, pathOf(ownOrders.invoice, { id }))
  const named = textOf(rawPayload).filter((text) => text.includes('2014 Volkswagen Golf'))
  expect(named).toEqual(['For 2014 Volkswagen Golf'])
})

/** @shows row-146 */
test('the export of orders has the car and the verdict of each line', async () => {
  const { id } = await paidOrder()
  const anna = await shop.signIn({ isAdmin: true })
  const { body } = await fileOf(anna, manageOrders.csv.path, { q: id })
  expect(body.split('\r\n')[0]).toContain('Refunded,Vehicle,Verdict,')
  const rows = parse<Record<string, string>>(body, { bom: true, columns: true })
  expect(rows.map(({ Vehicle, Verdict }) => [Vehicle, Verdict])).toEqual([
    ['2014 Volkswagen Golf', 'does-not-fit'],
    ['', ''],
  ])
})
