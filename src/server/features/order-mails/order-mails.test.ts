import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openShop } from '../../testing/shop.ts'
import type { TestShop, TestUser } from '../../testing/shop.ts'
import { paymentSteps } from '../../testing/payments.ts'
import { expireReservations, processWebhookEvents } from '../payments/jobs.ts'
import { storeEvent } from '../payments/webhook-queue.ts'
import { settle } from '../payments/settle.ts'
import { queueOrderMails } from './order-mails.ts'
import { manageOrders } from '#contract/orders/manage-orders.ts'
import { ownOrders } from '#contract/orders/own-orders.ts'

let shop: TestShop
let mia: TestUser
let admin: TestUser
let steps: ReturnType<typeof paymentSteps>
beforeAll(async () => {
  shop = await openShop()
  steps = paymentSteps(shop)
  admin = await shop.signIn({ name: 'Ada', isAdmin: true })
})
beforeEach(async () => {
  mia = await shop.signIn()
  // Without an address, a paid order causes a mail that asks for it.
  await steps.query(
    `insert into profiles (user_id, address, phone, fb_link, img)
     select id, '1 Test Street', '+1 555 010 0100', 'mia.example', '/parts/engine.svg'
     from users where email = $1`,
    [mia.email],
  )
})
afterAll(() => shop.close())

/** The outbox of a recipient, after several nodes have queued mails concurrently. */
async function queuedFor({ email }: TestUser) {
  await Promise.all([
    queueOrderMails(shop.shop),
    queueOrderMails(shop.shop),
    queueOrderMails(shop.shop),
  ])
  return steps.query(
    'select subject, text_body as text from outbox where recipient = $1 order by id',
    [email],
  )
}

const subjectsFor = async (user: TestUser) =>
  (await queuedFor(user)).map(({ subject }) => String(subject).replace(/[0-9a-f]{8}/, '…'))

const paidOrder = async (user: TestUser) => {
  const ordered = await steps.order(user)
  const intentId = await steps.payAtProvider(user, ordered)
  await steps.report(user, ordered.id, intentId)
  return { ...ordered, intentId }
}

const ship = (id: string) => shop.call(admin, manageOrders.ship, { params: { id } })

/** @shows row-68 */
test('placed, paid and shipped orders cause one mail each, also with several nodes and repeated events', async () => {
  const ordered = await steps.order(mia)
  await queuedFor(mia)
  const intentId = await steps.payAtProvider(mia, ordered)
  await Promise.all([
    steps.report(mia, ordered.id, intentId),
    steps.report(mia, ordered.id, intentId),
    settle(shop.shop, intentId),
  ])
  await storeEvent(shop.database.db, {
    id: `evt_${intentId}`,
    type: 'payment_intent.succeeded',
    intentId,
  })
  await processWebhookEvents(shop.shop)
  await queuedFor(mia)
  await Promise.all([ship(ordered.id), ship(ordered.id)])
  expect(await subjectsFor(mia)).toEqual([
    'Your order … at Auto Parts',
    'Paid: your order …',
    'Shipped: your order …',
  ])
  expect(await subjectsFor(mia)).toHaveLength(3)
})

/** @shows row-68 */
test('events that follow a mail of their kind within a minute go into one mail', async () => {
  const orders = [await paidOrder(mia), await paidOrder(mia), await paidOrder(mia)]
  await queuedFor(mia)
  for (const { id } of orders) {
    await ship(id)
    await queuedFor(mia)
  }
  const shipped = async () => (await subjectsFor(mia)).filter((subject) => /Shipped/.test(subject))
  expect(await shipped()).toEqual(['Shipped: your order …'])
  // Another customer is not kept waiting.
  const noah = await shop.signIn({ name: 'Noah' })
  const other = await paidOrder(noah)
  await ship(other.id)
  expect(await subjectsFor(noah)).toContain('Shipped: your order …')
  await steps.query(`update order_mail_pauses set mailed_at = now() - interval '61 seconds'`, [])
  expect(await shipped()).toEqual(['Shipped: your order …', 'Shipped: your 2 orders'])
})

test('a mail names the order and links to it', async () => {
  const { id, part } = await steps.order(mia, { quantity: 20, price: 1879 })
  const [mail] = await queuedFor(mia)
  const facts = [part.name, '20 units', '$18.79', '$375.80', id.slice(-8)]
  const link = `${shop.config.PUBLIC_URL}/dashboard/payment/${id}`
  expect([...facts, link].filter((fact) => !String(mail?.['text']).includes(fact))).toEqual([])
})

test('no mail for a rolled-back transaction', async () => {
  const ordered = await steps.order(mia)
  await queuedFor(mia)
  await shop.database.db
    .transaction()
    .execute(async (trx) => {
      await trx
        .insertInto('order_events')
        .values({ order_id: ordered.id, kind: 'paid', actor: 'shop' })
        .execute()
      throw new Error('rolled back')
    })
    .catch(() => {})
  expect(await queuedFor(mia)).toHaveLength(1)
})

/** @shows row-68 */
test('orders placed together are one mail', async () => {
  const placed = [await steps.order(mia), await steps.order(mia), await steps.order(mia)]
  const [mail, ...more] = await queuedFor(mia)
  expect(more).toEqual([])
  expect(mail?.['subject']).toBe('Your 3 orders at Auto Parts')
  expect(placed.filter(({ part }) => !String(mail?.['text']).includes(part.name))).toEqual([])
})

/** @shows row-68 */
test('mails about many orders are made as those before them are sent', async () => {
  const send = () => steps.query('update outbox set sent_at = now() where sent_at is null', [])
  await steps.query(
    `insert into outbox (recipient, subject, text_body, html_body)
     select 'lea@shop.example', 'x', 'x', 'x' from generate_series(1, 500)`,
    [],
  )
  await steps.order(mia)
  await paidOrder(mia)
  expect(await queuedFor(mia)).toEqual([])
  await send()
  expect(await subjectsFor(mia)).toEqual(['Paid: your order …', 'Your order … at Auto Parts'])
})

/** @shows row-68, row-120 */
test('a mail about placed orders leaves out those that are paid or expired already', async () => {
  const paid = await paidOrder(mia)
  const lapsed = await steps.order(mia)
  await steps.expire(lapsed.id)
  await expireReservations(shop.shop)
  const open = [await steps.order(mia), await steps.order(mia)]
  const mails = await queuedFor(mia)
  const placed = mails.find(({ subject }) => subject === 'Your 2 orders at Auto Parts')
  expect(open.filter(({ id }) => !String(placed?.['text']).includes(`payment/${id}`))).toEqual([])
  expect(
    [paid.part.name, lapsed.part.name].filter((name) => String(placed?.['text']).includes(name)),
  ).toEqual([])
  expect(
    mails.map(({ subject }) => String(subject).replace(/[0-9a-f]{8}/, '…')).toSorted(),
  ).toEqual(['Not paid in time: your order …', 'Paid: your order …', 'Your 2 orders at Auto Parts'])
})

test('an expired reservation causes one mail, a renewed one none', async () => {
  const [given, again] = [await steps.order(mia), await steps.order(mia)]
  await queuedFor(mia)
  await Promise.all([steps.expire(given.id), steps.expire(again.id)])
  await expireReservations(shop.shop)
  await steps.open(mia, again)
  const [, mail, ...more] = await queuedFor(mia)
  expect(more).toEqual([])
  expect(mail?.['subject']).toBe(`Not paid in time: your order ${given.id.slice(-8)}`)
})

/** @shows row-68 */
test('each refund causes its own mail', async () => {
  const { id, intentId } = await paidOrder(mia)
  await queuedFor(mia)
  for (const amount of [100, 100]) {
    await shop.stripe.refunds.create({ payment_intent: intentId, amount })
    await Promise.all([settle(shop.shop, intentId), settle(shop.shop, intentId)])
  }
  await shop.stripe.refunds.create({ payment_intent: intentId })
  await Promise.all([settle(shop.shop, intentId), settle(shop.shop, intentId)])
  const mails = (await queuedFor(mia)).slice(1)
  const number = id.slice(-8)
  expect(mails.map(({ subject }) => subject)).toEqual([
    `Partly refunded: your order ${number}`,
    `Partly refunded: your order ${number}`,
    `Refunded: your order ${number}`,
  ])
  expect(mails.map(({ text }) => /\$[12]\.00 in all/.test(String(text)))).toEqual([
    true,
    true,
    false,
  ])
})

/** @shows row-68 */
test('no mails for deleted orders and closed accounts', async () => {
  const deleted = await steps.order(mia)
  await steps.remove(mia, deleted.id)
  expect(await queuedFor(mia)).toEqual([])
  await steps.order(mia)
  await steps.query('update users set deactivated_at = now() where email = $1', [mia.email])
  expect(await queuedFor(mia)).toEqual([])
})

test('an order that is refunded before its mail is made causes no mail about shipping', async () => {
  const { id } = await paidOrder(mia)
  await ship(id)
  const body = { reason: 'Ordered twice' }
  await shop.call(admin, manageOrders.refund, { params: { id }, body })
  expect(await subjectsFor(mia)).toEqual(['Paid: your order …', 'Refunded: your order …'])
})

test('an unverified address gets mails about money only', async () => {
  const eve = await shop.signIn({ name: 'Eve', isVerified: false })
  const { id } = await paidOrder(eve)
  const given = await steps.order(eve)
  await steps.expire(given.id)
  await expireReservations(shop.shop)
  await ship(id)
  expect(await subjectsFor(eve)).toEqual(['Paid: your order …', 'Shipped: your order …'])
})

const withoutAddress = () =>
  steps.query('delete from profiles where user_id = (select id from users where email = $1)', [
    mia.email,
  ])

const minutePasses = () =>
  steps.query(`update order_mails set made_at = made_at - interval '1 minute'`)

const addressMails = async () =>
  (await queuedFor(mia)).filter(({ subject }) =>
    String(subject).startsWith('Delivery address needed'),
  )

/** @shows row-204 */
test('a customer is asked for the addresses of orders that are paid within a minute by one mail that lists them', async () => {
  await withoutAddress()
  const one = await paidOrder(mia)
  expect(await addressMails()).toEqual([])
  await minutePasses()
  // Paid after the first mail, a moment before the request.
  const other = await paidOrder(mia)
  const [mail, ...more] = await addressMails()
  expect([mail?.subject, more]).toEqual(['Delivery address needed: your 2 orders', []])
  for (const { id } of [one, other]) expect(mail?.text).toContain(`/dashboard/payment/${id}`)
  await minutePasses()
  expect(await addressMails()).toHaveLength(1)
})

/** @shows row-204 */
test('a customer who adds the address within a minute is not asked for it', async () => {
  await withoutAddress()
  const { id } = await paidOrder(mia)
  expect(await addressMails()).toEqual([])
  const body = { name: 'Mia', phone: '+1 555 010 0100', address: '1 Test Street' }
  await shop.call(mia, ownOrders.deliver, { params: { id }, body })
  await minutePasses()
  expect(await addressMails()).toEqual([])
})
