import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { alerts, stockAlertsMax } from '#contract/alerts.ts'
import { manageProducts } from '#contract/products/manage-products.ts'
import { ownData } from '#contract/own-data.ts'
import { openShop } from '../../testing/shop.ts'
import { priceSteps } from '../../testing/steps/prices.ts'
import type { TestShop, TestUser } from '../../testing/shop.ts'
import { queueStockAlerts } from './send-stock-alerts.ts'

let shop: TestShop
let admin: TestUser
let mia: TestUser
let noah: TestUser
beforeAll(async () => {
  shop = await openShop({ OWNER_EMAILS: 'owner@shop.example' })
  admin = await shop.signIn({ name: 'Ada', isAdmin: true })
})
beforeEach(async () => {
  ;[mia, noah] = [await shop.signIn(), await shop.signIn({ name: 'Noah' })]
})
afterAll(() => shop.close())

const add = (user: TestUser, id: string) => shop.call(user, alerts.add, { params: { id } })
const stateOf = async (user: TestUser, id: string) =>
  (await shop.call(user, alerts.one, { params: { id } })).body

const restock = (id: string, delta: number) =>
  shop.call(admin, manageProducts.stock, { params: { id }, body: { delta, reason: 'Delivered' } })

const query = async (text: string, values: unknown[] = []) =>
  (await shop.database.pool.query<Record<string, string>>(text, values)).rows

const mailsTo = ({ email }: TestUser) =>
  query(
    `select subject, text_body as text, unsubscribe_url as url from outbox
     where recipient = $1 order by id`,
    [email],
  )

/** As several nodes at once. */
const sendAlerts = () =>
  Promise.all([
    queueStockAlerts(shop.shop),
    queueStockAlerts(shop.shop),
    queueStockAlerts(shop.shop),
  ])

/** @shows row-122 */
test('a customer gets one mail when a sold-out part is back, and none before', async () => {
  const part = await shop.stock({ quantity: 0 })
  expect((await add(mia, part.id)).body).toEqual({ isWaiting: true, isAddressConfirmed: true })
  await add(mia, part.id)
  await sendAlerts()
  await restock(part.id, 9)
  await sendAlerts()
  expect(await mailsTo(mia)).toEqual([])
  await restock(part.id, 3)
  await sendAlerts()
  const [mail, ...more] = await mailsTo(mia)
  expect(more).toEqual([])
  for (const fact of [part.name, '12 units', `${shop.config.PUBLIC_URL}/order/${part.id}`]) {
    expect(mail?.['text']).toContain(fact)
  }
  expect(await stateOf(mia, part.id)).toEqual({ isWaiting: false, isAddressConfirmed: true })
  await sendAlerts()
  expect(await mailsTo(mia)).toHaveLength(1)
})

/** @shows row-173 */
test('the mail has what one unit costs its account', async () => {
  const prices = priceSteps(shop)
  const part = await shop.stock({ quantity: 0, price: 2_373 })
  const list = await prices.addList({ percentOff: 10 })
  const own = await prices.addList()
  await prices.setOwn(own, part, [
    { from: 1, price: 19.5 },
    { from: 50, price: 12 },
  ])
  const [ida, pia] = [await shop.signIn(), await shop.signIn()]
  await prices.putOn(list, noah)
  await prices.putOn(own, ida)
  await prices.putOn(await prices.addList(), pia)
  const waiting = [
    [mia, '$23.73'],
    [noah, '$21.36'],
    [ida, '$19.50'],
    [pia, '$23.73'],
  ] as const
  for (const [user] of waiting) await add(user, part.id)
  await restock(part.id, 90)
  await sendAlerts()
  for (const [user, price] of waiting) {
    const [mail] = await mailsTo(user)
    expect(mail?.['text']).toContain(`Unit price: ${price}`)
  }
})

test('a part is back when its own minimum can be ordered', async () => {
  const part = await shop.stock({ quantity: 3 })
  await query('update products set minimum_order = 4, pack_size = 4 where id = $1', [part.id])
  await add(mia, part.id)
  await sendAlerts()
  expect(await mailsTo(mia)).toEqual([])
  await restock(part.id, 1)
  await sendAlerts()
  expect(await mailsTo(mia)).toHaveLength(1)
})

/** @shows row-122 */
test('a wait that has ended can begin again', async () => {
  const part = await shop.stock({ quantity: 40 })
  await add(mia, part.id)
  await sendAlerts()
  await add(mia, part.id)
  await query(`update stock_alerts set mailed_at = null, asked_at = now() where product_id = $1`, [
    part.id,
  ])
  await sendAlerts()
  expect(await mailsTo(mia)).toHaveLength(2)
})

/** @shows row-122 */
test('no mail goes to an unconfirmed address, before it is confirmed', async () => {
  const eve = await shop.signIn({ name: 'Eve', isVerified: false })
  const part = await shop.stock({ quantity: 40 })
  expect((await add(eve, part.id)).body).toEqual({ isWaiting: true, isAddressConfirmed: false })
  await sendAlerts()
  expect(await mailsTo(eve)).toEqual([])
  await query('update users set email_verified = true where email = $1', [eve.email])
  await sendAlerts()
  expect(await mailsTo(eve)).toHaveLength(1)
})

test('closed accounts and deleted products cause no mail', async () => {
  const [part, deleted] = [await shop.stock({ quantity: 40 }), await shop.stock({ quantity: 40 })]
  await add(mia, part.id)
  await add(noah, deleted.id)
  await query('update users set deactivated_at = now() where email = $1', [mia.email])
  await query('update products set archived_at = now() where id = $1', [deleted.id])
  await sendAlerts()
  expect([await mailsTo(mia), await mailsTo(noah)]).toEqual([[], []])
  expect((await add(mia, part.id)).status).toBe(401)
  expect((await add(noah, deleted.id)).status).toBe(404)
})

/** @shows row-122 */
test('who asked first is mailed first, as many as can order; the others an hour later', async () => {
  const part = await shop.stock({ quantity: 0 })
  await add(mia, part.id)
  await add(noah, part.id)
  await restock(part.id, 19)
  await sendAlerts()
  expect([await mailsTo(mia), await mailsTo(noah)].map(({ length }) => length)).toEqual([1, 0])
  await query(
    `update stock_alerts set mailed_at = now() - interval '61 minutes' where mailed_at is not null`,
  )
  await sendAlerts()
  expect([await mailsTo(mia), await mailsTo(noah)].map(({ length }) => length)).toEqual([1, 1])
})

test('a failed transaction queues no mail and keeps the wait', async () => {
  const part = await shop.stock({ quantity: 40 })
  await add(mia, part.id)
  const refuse = `create or replace function refuse_mail() returns trigger language plpgsql as
    $$ begin raise exception 'the disk is full'; end $$;
    create trigger refuse_mail before insert on outbox execute function refuse_mail()`
  await query(refuse)
  await expect(queueStockAlerts(shop.shop)).rejects.toThrow('the disk is full')
  await query('drop trigger refuse_mail on outbox')
  expect(await stateOf(mia, part.id)).toMatchObject({ isWaiting: true })
  await sendAlerts()
  expect(await mailsTo(mia)).toHaveLength(1)
})

/** @shows row-122 */
test('the unsubscribe link ends all waits of the account, on its page and by one click', async () => {
  const [back, other, third] = [
    await shop.stock({ quantity: 40 }),
    await shop.stock({ quantity: 0 }),
    await shop.stock({ quantity: 0 }),
  ]
  await add(mia, back.id)
  await add(mia, other.id)
  await add(noah, other.id)
  await sendAlerts()
  const [mail] = await mailsTo(mia)
  const { pathname, search, searchParams } = new URL(mail?.['url'] ?? '')
  const { statusCode } = await shop.app.inject({
    method: 'POST',
    url: `${pathname}${search}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  })
  expect(statusCode).toBe(200)
  expect(await stateOf(mia, other.id)).toMatchObject({ isWaiting: false })
  expect(await stateOf(noah, other.id)).toMatchObject({ isWaiting: true })

  await add(noah, third.id)
  const [row] = await query(
    'select unsubscribe_token as token from stock_alerts where product_id = $1',
    [third.id],
  )
  const token = row?.['token'] ?? ''
  expect((await shop.call(undefined, alerts.end, { body: { token } })).status).toBe(200)
  expect(await stateOf(noah, other.id)).toMatchObject({ isWaiting: false })
  const unknown = { token: searchParams.get('end') ?? '' }
  expect((await shop.call(undefined, alerts.end, { body: unknown })).status).toBe(200)
})

/** @shows row-122 */
test('an account waits for a limited number of parts, also with simultaneous calls', async () => {
  const parts = await Promise.all(
    Array.from({ length: stockAlertsMax + 3 }, () => shop.stock({ quantity: 0 })),
  )
  const statuses = await Promise.all(parts.map(async ({ id }) => (await add(mia, id)).status))
  expect(statuses.filter((status) => status === 200)).toHaveLength(stockAlertsMax)
  expect(statuses.filter((status) => status === 409)).toHaveLength(3)
  const kept = parts[statuses.indexOf(200)]!
  expect((await add(mia, kept.id)).status).toBe(200)
})

test('a customer stops waiting, twice if need be, and ends nobody else’s wait', async () => {
  const part = await shop.stock({ quantity: 0 })
  await add(mia, part.id)
  await add(noah, part.id)
  const remove = () => shop.call(mia, alerts.remove, { params: { id: part.id } })
  expect([(await remove()).status, (await remove()).body.isWaiting]).toEqual([200, false])
  expect(await stateOf(noah, part.id)).toMatchObject({ isWaiting: true })
})

/** @shows row-122, row-94 */
test('an erased account waits for nothing', async () => {
  const part = await shop.stock({ quantity: 0 })
  await add(mia, part.id)
  const { email } = mia
  expect((await shop.call(mia, ownData.erase, { params: { email } })).status).toBe(200)
  expect(await query('select from stock_alerts where product_id = $1', [part.id])).toEqual([])
})

/** @shows row-122 */
test('an admin sees how many customers wait for a part', async () => {
  const part = await shop.stock({ quantity: 0 })
  await add(mia, part.id)
  await add(noah, part.id)
  const { body } = await shop.call(admin, alerts.watch, { params: { id: part.id } })
  expect(body).toEqual({ lowLevel: null, defaultLevel: 20, waiting: 2, isMailed: true })
})
