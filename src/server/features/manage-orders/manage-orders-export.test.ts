import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clockIn, defaultTimeZone } from '#contract/formats/clock.ts'
import { manageOrders } from '#contract/orders/manage-orders.ts'
import { orders } from '#contract/orders/orders.ts'
import { ownOrders } from '#contract/orders/own-orders.ts'
import { findOrder } from '../orders/queries.ts'
import { placeLines } from '../../testing/order-lines.ts'
import { paymentSteps } from '../../testing/payments.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop, TestUser } from '../../testing/shop.ts'

let shop: TestShop
let steps: ReturnType<typeof paymentSteps>
let anna: TestUser
let mia: TestUser
beforeAll(async () => {
  shop = await openShop()
  steps = paymentSteps(shop)
  anna = await shop.signIn({ name: 'Anna', isAdmin: true })
  mia = await shop.signIn()
})
afterAll(() => shop.close())

async function paid(quantity: number) {
  const ordered = await steps.order(mia, { quantity })
  await steps.report(mia, ordered.id, await steps.payAtProvider(mia, ordered))
  return ordered.id
}

const csv = async (query: Record<string, string>) => {
  const answer = await shop.app.inject({
    url: '/api/manage/orders/export',
    query,
    headers: { authorization: `Bearer ${anna.token}` },
  })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-disposition']).toBe('attachment; filename="orders.csv"')
  return answer.body
}
/** With the offset of the shop's time zone. */
const time = expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/)

const readCsv = (text: string): Record<string, string>[] =>
  parse(text, { bom: true, columns: true, relax_quotes: false })

test('the export has exactly the filtered orders, in their sort order', async () => {
  const unpaid = await steps.order(mia, { quantity: 10, price: 1200 })
  const ids = { paid: await paid(20), shipped: await paid(30), unpaid: unpaid.id }
  await shop.call(anna, manageOrders.ship, { params: { id: ids.shipped } })
  await steps.query(`select issue_credit_note($1, 're_by_hand', 150, null)`, [ids.paid])
  const text = await csv({ sort: 'quantity', direction: 'asc' })
  expect(text.startsWith('\uFEFF')).toBe(true)
  expect(text.split('\r\n')).toHaveLength(5)
  const rows = readCsv(text)
  expect(rows.map(({ Order }) => Order)).toEqual([ids.unpaid, ids.paid, ids.shipped])
  const order = (await findOrder(shop.database.db, ids.paid))!
  expect(rows[1]).toEqual({
    Order: ids.paid,
    Placed: clockIn(defaultTimeZone).iso(order.createdAt),
    Status: 'paid',
    Product: order.name,
    Quantity: '20',
    'Unit price': '68.00',
    Total: '1360.00',
    Customer: mia.email,
    Transaction: order.transactionId,
    Shipping: '0.00',
    'Part number': '',
    Recipient: '',
    Phone: '',
    Address: '',
    Dispute: '',
    Carrier: '',
    'Tracking number': '',
    Line: '1',
    Lines: '1',
    Amount: '1360.00',
    "Buyer's order number": '',
    Invoice: expect.stringMatching(/^\d+$/),
    Refunded: '1.50',
    Vehicle: '',
    Verdict: '',
    'List price': '',
    'Price from': '',
    'Ordered as': '',
    'Invoice date': time,
    'Paid on': time,
    'Credit notes': expect.stringMatching(/^\d+$/),
    'Refunded on': time,
    Refunds: '1.50',
  })
  expect(readCsv(await csv({ tab: 'shipped' })).map(({ Order }) => Order)).toEqual([ids.shipped])
  expect(readCsv(await csv({ q: 'nothing like it' }))).toEqual([])
})

test('formulas are escaped; quotes and line breaks stay inside their field', async () => {
  const name = '=HYPERLINK("http://evil.example";"a"),\n"b"'
  const part = await shop.stock({ name })
  const { body } = await shop.call(mia, orders.place, {
    body: { product: part.id, name, quantity: 10, price: 680 },
  })
  const rows = readCsv(await csv({ q: body.insertedId }))
  expect(rows.map(({ Product }) => Product)).toEqual([`'${name}`])
  await steps.remove(mia, body.insertedId)
})

test('the export has delivery address and part number, with formulas escaped', async () => {
  const part = await shop.stock()
  await steps.query(`update products set part_number = '8T0-941' where id = $1`, [part.id])
  const { body } = await shop.call(mia, orders.place, {
    body: { product: part.id, name: part.name, quantity: 10, price: 680 },
  })
  const delivery = { name: '=1+1', phone: '+1 555 010 0100', address: '@SUM(1)\nSpringfield' }
  await shop.call(mia, ownOrders.deliver, { params: { id: body.insertedId }, body: delivery })
  // Later changes are not exported.
  await steps.query('update products set part_number = null where id = $1', [part.id])
  const [row] = readCsv(await csv({ q: body.insertedId }))
  expect(row).toMatchObject({
    'Part number': '8T0-941',
    Recipient: "'=1+1",
    Phone: "'+1 555 010 0100",
    Address: "'@SUM(1)\nSpringfield",
  })
  await steps.remove(mia, body.insertedId)
})

/** @shows row-128 */
test('the export has a row for each line, with the amounts of the order in the first', async () => {
  const [one, two] = [await shop.stock({ price: 400 }), await shop.stock({ price: 300 })]
  const { body } = await placeLines(shop, mia, [
    [one, 20],
    [two, 10],
  ])
  const rows = readCsv(await csv({ q: body.insertedId }))
  expect(
    rows.map(({ Product, Quantity, Line, Lines, Amount, Total }) => [
      Product,
      Quantity,
      Line,
      Lines,
      Amount,
      Total,
    ]),
  ).toEqual([
    [one.name, '20', '1', '2', '80.00', '110.00'],
    [two.name, '10', '2', '2', '30.00', ''],
  ])
  await steps.remove(mia, body.insertedId)
})

/** @shows row-232 */
test('the export has the dates of invoice and payment, and number, date and amount of each credit note, once for each order', async () => {
  const [one, two] = [await shop.stock({ price: 6800 }), await shop.stock({ price: 300 })]
  const { body } = await placeLines(shop, mia, [
    [one, 10],
    [two, 10],
  ])
  const id = body.insertedId
  await steps.report(mia, id, await steps.payAtProvider(mia, { id, total: 710, part: one }))
  const moments = { paid: '2026-03-01T23:30:00Z', refunded: '2026-03-31T23:30:00Z' }
  for (const cents of [150, 2000]) {
    await steps.query('select issue_credit_note($1, $2, $3, null)', [id, `re_${cents}`, cents])
  }
  await steps.query(
    `alter table invoices disable trigger user; alter table order_events disable trigger user;
     alter table credit_notes disable trigger user;
     update invoices set issued_at = '${moments.paid}' where order_id = '${id}';
     update order_events set created_at = '${moments.paid}' where order_id = '${id}' and kind = 'paid';
     update credit_notes set issued_at = '${moments.refunded}' where order_id = '${id}' and amount_cents = 2000;
     alter table invoices enable trigger user; alter table order_events enable trigger user;
     alter table credit_notes enable trigger user`,
  )
  const notes = await steps.query(
    'select number, issued_at as at from credit_notes where order_id = $1 order by number',
    [id],
  )
  const clock = clockIn(defaultTimeZone)
  const [row, second] = readCsv(await csv({ q: id }))
  expect(row).toMatchObject({
    'Invoice date': clock.iso(moments.paid),
    'Paid on': clock.iso(moments.paid),
    'Credit notes': notes.map(({ number }) => number).join('; '),
    'Refunded on': notes.map(({ at }) => clock.iso(at as Date)).join('; '),
    Refunds: '1.50; 20.00',
    Refunded: '21.50',
  })
  const papers = ['Invoice', 'Invoice date', 'Paid on', 'Credit notes', 'Refunded on', 'Refunds']
  expect(papers.map((column) => second?.[column])).toEqual(papers.map(() => ''))
})
