import { expect, test } from 'vitest'
import { manageOrders } from '#contract/orders/manage-orders.ts'
import { quickOrder } from '#contract/quick-order.ts'
import { orderOfLines } from '../../testing/order-lines.ts'
import type { Wanted } from '../../testing/order-lines.ts'
import { openPayments } from '../../testing/payments.ts'
import { listPicks } from './pick-list.ts'

const { shop, steps } = await openPayments()

/** @shows row-133 */
test('the pick list sums the parts of all orders to ship, sorted by part number', async () => {
  const mia = await shop.signIn()
  const ada = await shop.signIn({ name: 'Ada', isAdmin: true })
  const [lamp, pads, rubber] = await Promise.all(['Lamp', 'Pads', 'Rubber'].map(() => shop.stock()))
  const withNumber = (part: { id: string } | undefined, number: string) =>
    steps.query('update products set part_number = $2 where id = $1', [part!.id, number])
  await withNumber(lamp, 'AP-10')
  await withNumber(pads, 'AP-9')
  const place = async (wanted: Wanted, reference?: string) => {
    const body = { ...orderOfLines(wanted), ...(reference && { reference }) }
    const placed = await shop.call(mia, quickOrder.place, { body })
    return { id: placed.body.insertedId, total: body.price, part: wanted[0]![0] }
  }
  const pay = async (wanted: Wanted, reference?: string) => {
    const ordered = await place(wanted, reference)
    await steps.report(mia, ordered.id, await steps.payAtProvider(mia, ordered))
    return ordered.id
  }
  const picks = async () => (await shop.call(ada, manageOrders.pickList, {})).body

  expect(await picks()).toEqual({ orders: 0, isCapped: false, parts: [] })
  const first = await pay([
    [lamp!, 10],
    [rubber!, 12],
  ])
  const second = await pay(
    [
      [pads!, 11],
      [lamp!, 20],
    ],
    'PO-2231',
  )
  await place([[lamp!, 30]])
  const shipped = await pay([[pads!, 40]])
  await shop.call(ada, manageOrders.ship, { params: { id: shipped } })
  const held = await pay([[pads!, 10]])
  await steps.query(`update orders set dispute = 'open' where id = $1`, [held])

  expect(await picks()).toEqual({
    orders: 2,
    isCapped: false,
    parts: [
      {
        product: pads!.id,
        name: pads!.name,
        partNumber: 'AP-9',
        quantity: 11,
        orders: [{ order: second, quantity: 11, reference: 'PO-2231' }],
      },
      {
        product: lamp!.id,
        name: lamp!.name,
        partNumber: 'AP-10',
        quantity: 30,
        orders: [
          { order: first, quantity: 10 },
          { order: second, quantity: 20, reference: 'PO-2231' },
        ],
      },
      {
        product: rubber!.id,
        name: rubber!.name,
        quantity: 12,
        orders: [{ order: first, quantity: 12 }],
      },
    ],
  })
  const lines = [
    { product: lamp!.id, quantity: 4 },
    { product: rubber!.id, quantity: 12 },
  ]
  const refund = { params: { id: first }, body: { lines, restock: false } }
  expect((await shop.call(ada, manageOrders.refundPart, refund)).body).toEqual({ state: 'made' })
  const { parts } = await picks()
  expect(
    parts.map(({ quantity, orders }) => [quantity, orders.map((each) => each.quantity)]),
  ).toEqual([
    [11, [11]],
    [26, [6, 20]],
  ])
  const oldest = await listPicks(shop.database.db, 1)
  expect([oldest.orders, oldest.isCapped]).toEqual([1, true])
  expect(oldest.parts.map(({ quantity }) => quantity)).toEqual([6])
})
