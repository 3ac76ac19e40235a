import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { paymentSteps } from '../testing/payments.ts'
import { copiesOfOrder } from '../testing/rows/order-copies.ts'
import { openShop } from '../testing/shop.ts'
import type { TestShop } from '../testing/shop.ts'

let shop: TestShop
let steps: ReturnType<typeof paymentSteps>
let order: { id: string; part: { id: string } }
beforeAll(async () => {
  shop = await openShop()
  steps = paymentSteps(shop)
})
beforeEach(async () => {
  order = await steps.order(await shop.signIn())
})
afterAll(() => shop.close())

/** Expects the database itself to reject the statement. */
const refused = (text: string, ...values: unknown[]) =>
  expect(steps.query(text, values)).rejects.toThrow(
    /violates|never|append-only|not go|keeps|cannot truncate/,
  )

const pay = (id: string, transactionId: string | null) =>
  steps.query(
    `update orders set status = 'paid', transaction_id = $2, held_until = null where id = $1`,
    [id, transactionId],
  )

/** @shows P1 */
test('stock never falls below zero', () =>
  refused('update products set quantity = quantity - 91 where id = $1', order.part.id))

const copy = (set: Record<string, string>) =>
  `with ${copiesOfOrder({ set })} select total_cents::int as total from copies`

const copyWithRules = `with placed as (
     insert into orders (user_id, email, name, line_count, quantity, total_cents)
     select user_id, email, name, 1, $2::int, total_cents / quantity * $2::int
     from orders where id = $1 returning id
   )
   insert into order_lines (order_id, line, product_id, name, img, unit_price_cents, quantity,
                            minimum_order, pack_size)
   select id, 1, product_id, name, img, unit_price_cents, $2::int, $3, $4
   from placed, order_lines where order_id = $1`

/** @shows row-117 */
test('an order has at least the minimum it was placed with, in whole packs', async () => {
  await refused(copyWithRules, order.id, 9, 10, 1)
  await refused(copyWithRules, order.id, 14, 10, 4)
  await refused(copyWithRules, order.id, 0, 0, 1)
  await steps.query(copyWithRules, [order.id, 1, 1, 1])
})

const copyWithPrice = (list: string, origin: string) =>
  copyWithRules
    .replace(
      'unit_price_cents, quantity,',
      'unit_price_cents, list_price_cents, price_from, quantity,',
    )
    .replace('unit_price_cents, $2', `unit_price_cents, ${list}, ${origin}, $2`)

/** @shows row-167 */
test('the list price of a line is above its unit price, and comes with its origin', async () => {
  const unit = 'unit_price_cents'
  await refused(copyWithPrice(unit, `'from 10'`), order.id, 10, 10, 1)
  await refused(copyWithPrice(`${unit} - 1`, `'from 10'`), order.id, 10, 10, 1)
  await refused(copyWithPrice(`${unit} + 1`, 'null'), order.id, 10, 10, 1)
  await refused(copyWithPrice('null', `'from 10'`), order.id, 10, 10, 1)
  await steps.query(copyWithPrice(`${unit} + 1`, `'from 10'`), [order.id, 10, 10, 1])
})

/** @shows P7 */
test('an order whose payment is disputed is neither shipped nor refunded by an admin', async () => {
  await pay(order.id, 'pi_disputed')
  const ship = `update orders set status = 'shipped' where id = $1`
  const refund = `insert into refunds (intent_id, order_id, reason)
    select transaction_id, id, 'by-admin' from orders where id = $1`
  const mark = (dispute: string) =>
    steps.query('update orders set dispute = $2 where id = $1', [order.id, dispute])
  for (const dispute of ['inquiry', 'open']) {
    await mark(dispute)
    await expect(steps.query(ship, [order.id])).rejects.toThrow('its payment is disputed')
  }
  for (const dispute of ['open', 'lost']) {
    await mark(dispute)
    await expect(steps.query(refund, [order.id])).rejects.toThrow('is not refunded')
  }
  await expect(mark('forgotten')).rejects.toThrow('orders_dispute')
  await mark('won')
  await steps.query(ship, [order.id])
  await steps.query(refund, [order.id])
})

/** @shows P6, asvs-1.4.2 */
test('an order total is the sum of its lines plus shipping', async () => {
  await refused(copy({ total_cents: 'total_cents - 1' }), order.id)
  await refused(copy({ shipping_cents: '1' }), order.id)
  await refused(copy({ total_cents: 'total_cents - 1', shipping_cents: '-1' }), order.id)
  await refused('update orders set shipping_cents = 1 where id = $1', order.id)
  const shipped = copy({ total_cents: 'total_cents + 490', shipping_cents: '490' })
  expect(await steps.query(shipped, [order.id])).toEqual([{ total: 68_490 }])
})

/** @shows P6 */
test('the header of an order is the sum of its lines, which never change', async () => {
  await refused(copy({ quantity: 'quantity + 1' }), order.id)
  await refused(copy({ line_count: '2::smallint' }), order.id)
  await refused(copy({ name: `'Another part'` }), order.id)
  await refused(
    `insert into orders (user_id, email, name, line_count, quantity, total_cents)
     select user_id, email, name, line_count, quantity, total_cents from orders where id = $1`,
    order.id,
  )
  const other = await shop.stock()
  const addLine = (line: number, product: string) =>
    refused(
      `insert into order_lines (order_id, line, product_id, name, img, unit_price_cents, quantity,
                                minimum_order, pack_size)
       select order_id, $2, $3, name, img, unit_price_cents, quantity, minimum_order, pack_size
       from order_lines where order_id = $1`,
      order.id,
      line,
      product,
    )
  await addLine(2, other.id)
  await addLine(2, order.part.id)
  await addLine(201, other.id)
  await refused('update order_lines set quantity = 20 where order_id = $1', order.id)
})

/** @shows P1 */
test('stock that an order moves is of one of its lines', async () => {
  const other = await shop.stock()
  const move = `insert into stock_movements (product_id, order_id, hold_round, delta, reason)
    values ($2, $1, $3, -10, 'held')`
  await refused(move, order.id, other.id, 2)
  // The line is the first reservation.
  await refused(move, order.id, order.part.id, 1)
  await steps.query(move, [order.id, order.part.id, 2])
})

test('a rating is from 0 to 5', async () => {
  const add = `insert into reviews (user_id, name, rating, title, description)
    select user_id, 'Mia', $2, $3, 'It fits' from orders where id = $1`
  for (const rating of [0, 5]) await steps.query(add, [order.id, rating, `Rated ${rating}`])
  for (const rating of [-1, 6]) await refused(add, order.id, rating, `Rated ${rating}`)
})

/** @shows P3 */
test('a payment transaction belongs to one order', async () => {
  const other = await steps.order(await shop.signIn())
  const transactionId = `pi_${randomUUID()}`
  await pay(order.id, transactionId)
  await expect(pay(other.id, transactionId)).rejects.toThrow('orders_transaction_id_key')
})

/** @shows asvs-2.3.1 */
test('no order is paid without a transaction', () =>
  expect(pay(order.id, null)).rejects.toThrow('violates'))

const openPayment = (round: number, status: string) =>
  steps.query('insert into payment_intents (order_id, hold_round, status) values ($1, $2, $3)', [
    order.id,
    round,
    status,
  ])

/** @shows P3 */
test('an order has at most one open payment', async () => {
  await openPayment(1, 'canceled')
  await openPayment(2, 'processing')
  await expect(openPayment(3, 'creating')).rejects.toThrow('payment_intents_live')
  await openPayment(3, 'canceled')
})

/** @shows P7 */
test('the payment of a paid order cannot be changed, reverted or deleted', async () => {
  await pay(order.id, `pi_${randomUUID()}`)
  await refused('update orders set transaction_id = $2 where id = $1', order.id, 'pi_another')
  await refused(
    `update orders set status = 'unpaid', transaction_id = null where id = $1`,
    order.id,
  )
  await refused('update orders set deleted_at = now() where id = $1', order.id)
  await refused('delete from orders where id = $1', order.id)
})

/** @shows P7, asvs-2.3.1 */
test('an unpaid order cannot be shipped', () =>
  refused(
    `update orders set status = 'shipped', transaction_id = 'pi_x', held_until = null where id = $1`,
    order.id,
  ))

/** @shows P1 */
test('a reservation is released at most once', async () => {
  const giveBack = `
    insert into stock_movements (product_id, order_id, hold_round, delta, reason)
    select product_id, order_id, 1, quantity, 'released' from order_lines where order_id = $1`
  await steps.query(giveBack, [order.id])
  await refused(giveBack, order.id)
})

test('a file that adds units is applied once', async () => {
  const keep = (state: string, addsUnits = true) =>
    steps.query(
      `insert into product_imports (user_id, file_name, digest, adds_units, state)
       select user_id, 'list.csv', $2, $3, $4 from orders where id = $1 returning id`,
      [order.id, digest, addsUnits, state],
    )
  const digest = randomUUID()
  const [first] = await keep('applied')
  await keep('applied', false)
  await keep('checked')
  await expect(keep('applied')).rejects.toThrow('product_imports_once')
  await expect(keep('undoing')).rejects.toThrow('product_imports_once')
  await steps.query(`update product_imports set state = 'undone' where id = $1`, [first?.['id']])
  await keep('applied')
})

test.each(['order_events', 'order_lines', 'stock_movements'])(
  '%s is append-only',
  async (table) => {
    await refused(`delete from ${table} where order_id = $1`, order.id)
    await refused(`update ${table} set order_id = null where order_id = $1`, order.id)
    await refused(`truncate ${table}`)
  },
)
