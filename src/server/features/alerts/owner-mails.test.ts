import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { alerts } from '#contract/alerts.ts'
import { manageOrders } from '#contract/orders/manage-orders.ts'
import { manageProducts } from '#contract/products/manage-products.ts'
import { paymentSteps } from '../../testing/payments.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop, TestUser } from '../../testing/shop.ts'
import { expireReservations } from '../payments/jobs.ts'
import { mailNewOrders, queueLowStock, queueNewOrders } from './owner-mails.ts'

let shop: TestShop
let mia: TestUser
let admin: TestUser
let steps: ReturnType<typeof paymentSteps>
beforeAll(async () => {
  shop = await openShop({ OWNER_EMAILS: 'owner@shop.example, ada@shop.example' })
  steps = paymentSteps(shop)
  admin = await shop.signIn({ name: 'Ada', isAdmin: true })
  mia = await shop.signIn()
})
beforeEach(async () => {
  await steps.query('delete from owner_notices')
  await steps.query('delete from outbox')
  // Earlier tests have changed the stock of other products.
  await queueLowStock(shop.shop)
  await steps.query('delete from outbox')
})
afterAll(() => shop.close())

const pay = async (quantity = 10, price = 6800) => {
  const ordered = await steps.order(mia, { quantity, price, stock: 500 })
  await steps.report(mia, ordered.id, await steps.payAtProvider(mia, ordered))
  return ordered
}

const mailsTo = async (recipient = 'owner@shop.example') =>
  (await steps.query(
    'select subject, text_body as text from outbox where recipient = $1 order by id',
    [recipient],
  )) as { subject: string; text: string }[]

/** As several nodes at once. */
const reportOrders = () =>
  Promise.all([queueNewOrders(shop.shop), queueNewOrders(shop.shop), queueNewOrders(shop.shop)])
const reportStock = () =>
  Promise.all([queueLowStock(shop.shop), queueLowStock(shop.shop), queueLowStock(shop.shop)])

const restock = (id: string, delta: number) =>
  shop.call(admin, manageProducts.stock, { params: { id }, body: { delta, reason: 'Delivered' } })

/** @shows row-121 */
test('paid orders are one mail to each owner with their number and sum; unpaid and refunded ones are left out', async () => {
  const paid = [await pay(20, 64_659), await pay(10, 6800)]
  const refunded = await pay()
  const reason = 'Came broken'
  await shop.call(admin, manageOrders.refund, { params: { id: refunded.id }, body: { reason } })
  const unpaid = await steps.order(mia)
  await reportOrders()
  const [mail, ...more] = await mailsTo()
  expect(more).toEqual([])
  expect(mail?.subject).toBe('2 new paid orders: $13,611.80')
  for (const { id, part } of paid) {
    expect(mail?.text).toContain(`Order ${id.slice(-8)}`)
    expect(mail?.text).toContain(part.name)
    expect(mail?.text).toContain(`${shop.config.PUBLIC_URL}/dashboard/manageAllOrders?q=${id}`)
  }
  for (const { id } of [refunded, unpaid]) expect(mail?.text).not.toContain(id)
  expect(mail?.text).toContain('Without a delivery address: 2.')
  expect(mail?.text).not.toContain(mia.email)
  expect(await mailsTo('ada@shop.example')).toHaveLength(1)
})

/** @shows row-121 */
test('each paid order is reported once, also by several nodes and after a failure', async () => {
  await pay()
  await steps.query(`create or replace function refuse_mail() returns trigger language plpgsql as
    $$ begin raise exception 'the disk is full'; end $$;
    create trigger refuse_mail before insert on outbox execute function refuse_mail()`)
  await expect(queueNewOrders(shop.shop)).rejects.toThrow('the disk is full')
  await steps.query('drop trigger refuse_mail on outbox')
  await reportOrders()
  await reportOrders()
  expect(await mailsTo()).toHaveLength(1)
})

/** @shows row-121 */
test('orders that follow the first mail are gathered for ten minutes', async () => {
  const due = () =>
    steps.query(`update owner_notices set created_at = now() - interval '31 seconds'`)
  await pay()
  await mailNewOrders(shop.shop)
  expect(await mailsTo()).toEqual([])
  await due()
  await mailNewOrders(shop.shop)
  expect(await mailsTo()).toHaveLength(1)
  await pay()
  await pay()
  await due()
  await mailNewOrders(shop.shop)
  expect(await mailsTo()).toHaveLength(1)
  await steps.query(`update job_runs set due_at = now() where name = 'mail-new-orders'`)
  await mailNewOrders(shop.shop)
  expect((await mailsTo()).map(({ subject }) => subject)).toEqual([
    '1 new paid order: $680.00',
    '2 new paid orders: $1,360.00',
  ])
})

test.each([{ OWNER_EMAILS: [] }, { NEW_ORDER_MAILS: 'off' as const }])(
  'with %j paid orders cause no mail, now or later',
  async (change) => {
    await pay()
    await mailNewOrders({ ...shop.shop, config: { ...shop.config, ...change } })
    await reportOrders()
    expect(await mailsTo()).toEqual([])
  },
)

/** @shows row-121 */
test('products that fall below their level are one mail, once until they are restocked', async () => {
  const [one, two] = [await shop.stock({ quantity: 25 }), await shop.stock({ quantity: 12 })]
  const enough = await shop.stock({ quantity: 400 })
  for (const { id } of [one, two, enough]) await restock(id, -5)
  await reportStock()
  const [mail, ...more] = await mailsTo()
  expect(more).toEqual([])
  // One has 20 units left, the level itself.
  expect(mail?.subject).toBe('Low stock: 1 product is running out')
  expect(mail?.text).toContain(`${two.name}: 7`)
  await restock(one.id, -1)
  await restock(two.id, -7)
  await reportStock()
  expect((await mailsTo()).map(({ text }) => text.includes(two.name))).toEqual([true, false])
  await restock(two.id, 100)
  await reportStock()
  await restock(two.id, -90)
  await reportStock()
  const [, , again] = await mailsTo()
  expect(again?.text).toContain(`${two.name}: 10`)
  expect(again?.text).not.toContain(one.name)
})

/** @shows row-121 */
test('an expired reservation does not count as a delivery: the next fall within a day causes no mail', async () => {
  const ordered = await steps.order(mia, { stock: 25 })
  const { part } = ordered
  await reportStock()
  await steps.expire(ordered.id)
  await expireReservations(shop.shop)
  await reportStock()
  await restock(part.id, -6)
  await reportStock()
  expect(await mailsTo()).toHaveLength(1)

  await restock(part.id, 50)
  await restock(part.id, -1)
  await reportStock()
  await steps.query(
    `update stock_watch set alerted_at = now() - interval '25 hours', recovered_at = now()
     where product_id = $1`,
    [part.id],
  )
  await restock(part.id, -60)
  await reportStock()
  expect(await mailsTo()).toHaveLength(2)
})

/** @shows row-121 */
test('a product’s own level replaces the default', async () => {
  const [high, never] = [await shop.stock({ quantity: 100 }), await shop.stock({ quantity: 15 })]
  const set = (id: string, lowLevel: number | null) =>
    shop.call(admin, alerts.setLevel, { params: { id }, body: { lowLevel } })
  expect((await set(high.id, 100)).body).toEqual({ modifiedCount: 1 })
  expect((await set(high.id, 100)).body).toEqual({ modifiedCount: 0 })
  await set(never.id, 0)
  for (const { id } of [high, never]) await restock(id, -5)
  await reportStock()
  const [mail] = await mailsTo()
  expect(mail?.text).toContain(`${high.name}: 95`)
  expect(mail?.text).not.toContain(never.name)
  await set(never.id, null)
  const { body } = await shop.call(admin, alerts.watch, { params: { id: never.id } })
  expect(body).toMatchObject({ lowLevel: null, defaultLevel: 20 })
})

test('a failed transaction queues no mail and marks no product', async () => {
  const part = await shop.stock({ quantity: 25 })
  await restock(part.id, -10)
  await steps.query(`create or replace function refuse_mail() returns trigger language plpgsql as
    $$ begin raise exception 'the disk is full'; end $$;
    create trigger refuse_mail before insert on outbox execute function refuse_mail()`)
  await expect(queueLowStock(shop.shop)).rejects.toThrow('the disk is full')
  await steps.query('drop trigger refuse_mail on outbox')
  await reportStock()
  expect(await mailsTo()).toHaveLength(1)
})
