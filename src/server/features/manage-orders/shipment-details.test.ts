import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { audit } from '#contract/audit.ts'
import { manageOrders } from '#contract/orders/manage-orders.ts'
import { ownOrders } from '#contract/orders/own-orders.ts'
import { expectInvariantsToHold, paymentSteps } from '../../testing/payments.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop, TestUser } from '../../testing/shop.ts'
import { findOrder } from '../orders/queries.ts'
import { queueOrderMails } from '../order-mails/order-mails.ts'

let shop: TestShop
let steps: ReturnType<typeof paymentSteps>
let ada: TestUser
let mia: TestUser
beforeAll(async () => {
  shop = await openShop()
  steps = paymentSteps(shop)
  ada = await shop.signIn({ name: 'Ada', isAdmin: true })
})
beforeEach(async () => {
  mia = await shop.signIn()
})
afterAll(async () => {
  await expectInvariantsToHold(shop)
  await shop.close()
})

const paidOrder = async () => {
  const ordered = await steps.order(mia)
  await steps.report(mia, ordered.id, await steps.payAtProvider(mia, ordered))
  return ordered.id
}

const orderOf = async (id: string) => (await findOrder(shop.database.db, id))!

const track = (id: string, carrier: string, trackingNumber: string) =>
  shop.call(ada, manageOrders.track, {
    params: { id },
    body: { carrier: carrier as 'ups', trackingNumber },
  })

const askForAddress = (id: string) => shop.call(ada, manageOrders.askForAddress, { params: { id } })

const ship = (id: string) => shop.call(ada, manageOrders.ship, { params: { id } })

/** The mails to a customer, a minute after their orders were paid. */
async function mailsFor({ email }: TestUser, subject: string) {
  await queueOrderMails(shop.shop)
  await steps.query(`update order_mails set made_at = made_at - interval '1 minute'`)
  await Promise.all([queueOrderMails(shop.shop), queueOrderMails(shop.shop)])
  return steps.query(
    `select text_body as text from outbox where recipient = $1 and subject like $2`,
    [email, `${subject}%`],
  )
}

const historyOf = async (id: string) =>
  (await shop.call(ada, manageOrders.history, { params: { id } })).body.flatMap(
    ({ shipment, reason }) => (shipment ? [`${shipment}: ${reason}`] : []),
  )

/** @shows row-112 */
test('carrier and tracking number are kept with the order, and each change is in its history', async () => {
  const id = await paidOrder()
  expect((await track(id, 'ups', '1Z 999 AA1 01 2345 6784')).body).toEqual({ modifiedCount: 1 })
  expect((await track(id, 'ups', '1Z999AA10123456784')).body).toEqual({ modifiedCount: 0 })
  expect((await orderOf(id)).tracking).toEqual({
    carrier: 'ups',
    number: '1Z999AA10123456784',
  })
  await ship(id)
  const [mail] = await mailsFor(mia, 'Shipped: ')
  expect(mail?.['text']).toContain('https://www.ups.com/track?tracknum=1Z999AA10123456784')

  await track(id, 'dhl', '')
  expect((await orderOf(id)).tracking).toEqual({ carrier: 'dhl' })
  await track(id, '', '')
  expect((await orderOf(id)).tracking).toBeUndefined()
  expect(await historyOf(id)).toEqual([
    'tracking: UPS 1Z999AA10123456784',
    'tracking: DHL',
    'tracking: carrier and number removed',
  ])
  const { body: log } = await shop.call(ada, audit.list, { query: { q: id } })
  expect(log).toHaveLength(4)
})

/** @shows row-112 */
test.each([
  ['ups', 'javascript:alert(1)'],
  ['ups', '1Z/../../evil'],
  ['ups', '1Z"><script>'],
  ['ups', '1Z\r\nX-Header: 1'],
  ['ups', '12345?next=https://evil.example'],
  ['evil', '12345'],
  ['', '12345'],
  ['ups', 'A'.repeat(41)],
])('a tracking number that could change a link is refused: %s %j', async (carrier, number) => {
  const id = await paidOrder()
  expect((await track(id, carrier, number)).status).toBe(422)
  expect((await orderOf(id)).tracking).toBeUndefined()
})

test('the database refuses tracking numbers that could change a link', async () => {
  const id = await paidOrder()
  const set = (carrier: string | null, number: string) =>
    steps.query(`update orders set carrier = $2, tracking_number = $3 where id = $1`, [
      id,
      carrier,
      number,
    ])
  await expect(set('ups', '1Z/../evil')).rejects.toThrow('orders_state')
  await expect(set('https://evil.example', '1Z')).rejects.toThrow('orders_state')
  await expect(set(null, '1Z')).rejects.toThrow('orders_state')
})

test('an unpaid or refunded order has no carrier', async () => {
  const { id } = await steps.order(mia)
  expect((await track(id, 'ups', '1Z999')).body.code).toBe('not-paid')
  const paid = await paidOrder()
  await shop.call(ada, manageOrders.refund, {
    params: { id: paid },
    body: { reason: 'Ordered twice' },
  })
  expect((await track(paid, 'ups', '1Z999')).body.code).toBe('not-paid')
})

/** @shows row-111, row-133 */
test('the customer of a paid order without a delivery address is asked for it by one mail', async () => {
  const id = await paidOrder()
  await steps.query(`update orders set reference = 'PO-2231' where id = $1`, [id])
  const [mail, ...more] = await mailsFor(mia, 'Delivery address needed')
  expect(more).toEqual([])
  expect(mail?.['text']).toContain(`${shop.config.PUBLIC_URL}/dashboard/payment/${id}`)
  expect(mail?.['text']).toMatch(/Your order number: PO-2231\nProduct: .+\nQuantity: \d+ units/)
  expect((await askForAddress(id)).body).toEqual({ modifiedCount: 0 })
  expect(await mailsFor(mia, 'Delivery address needed')).toHaveLength(1)
  expect(await historyOf(id)).toEqual(['address-asked: asked for the delivery address'])
  expect((await orderOf(id)).addressAskedAt).toBeDefined()

  const body = { name: 'Mia', phone: '+1 555 010 0100', address: '1 Test Street' }
  const added = await shop.call(mia, ownOrders.deliver, { params: { id }, body })
  expect(added.body).toEqual({ modifiedCount: 1 })
  expect((await askForAddress(id)).body.code).toBe('not-in-this-state')
})

test('requests of several admins and of the job come to one mail', async () => {
  const id = await paidOrder()
  const asked = await Promise.all([
    askForAddress(id),
    askForAddress(id),
    queueOrderMails(shop.shop),
    askForAddress(id),
  ])
  expect(asked.flatMap((answer) => answer?.status ?? [])).toEqual([200, 200, 200])
  expect(await mailsFor(mia, 'Delivery address needed')).toHaveLength(1)
})

test('the customer of a shipped order, of one with an address, or of a closed account is not asked', async () => {
  const [shipped, complete] = [await paidOrder(), await paidOrder()]
  await ship(shipped)
  const body = { name: 'Mia', phone: '+1 555 010 0100', address: '1 Test Street' }
  await shop.call(mia, ownOrders.deliver, { params: { id: complete }, body })
  expect(await mailsFor(mia, 'Delivery address needed')).toEqual([])
  expect((await askForAddress(shipped)).body.code).toBe('not-in-this-state')
  const closed = await paidOrder()
  await steps.query('update users set deactivated_at = now() where email = $1', [mia.email])
  expect((await askForAddress(closed)).body.code).toBe('not-in-this-state')
  expect(await mailsFor(mia, 'Delivery address needed')).toEqual([])
})
