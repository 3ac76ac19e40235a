import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { erasedOrderEmail } from '#contract/shared/erased.ts'
import { manageOrders } from '#contract/orders/manage-orders.ts'
import { profiles } from '#contract/profiles.ts'
import { purgeExpired } from '../../jobs/purge-expired.ts'
import { paymentSteps } from '../../testing/payments.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop, TestUser } from '../../testing/shop.ts'
import { orderRetention } from './order-contacts.ts'
import { copiesOfOrder } from '../../testing/rows/order-copies.ts'

let shop: TestShop
let steps: ReturnType<typeof paymentSteps>
let admin: TestUser
let mia: TestUser
beforeAll(async () => {
  shop = await openShop()
  steps = paymentSteps(shop)
  admin = await shop.signIn({ name: 'Ada', isAdmin: true })
})
beforeEach(async () => {
  mia = await shop.signIn()
  await shop.call(mia, profiles.save, {
    params: { email: mia.email },
    body: {
      name: 'Mia',
      address: '1 Workshop Road',
      phone: '+1 555 010 0100',
      fbLink: 'https://social.example/mia',
      img: '/parts/wheel-rim.svg',
    },
  })
})
afterAll(() => shop.close())

type State = 'unpaid' | 'lapsed' | 'cancelled' | 'paid' | 'shipped' | 'refunded'

async function orderIn(state: State) {
  const ordered = await steps.order(mia)
  const { id } = ordered
  if (state === 'cancelled') await steps.remove(mia, id)
  if (state === 'lapsed') {
    await steps.query('update orders set held_until = null where id = $1', [id])
    await steps.query(
      `insert into order_events (order_id, kind, actor) values ($1, 'lapsed', 'shop')`,
      [id],
    )
  }
  if (['paid', 'shipped', 'refunded'].includes(state)) {
    await steps.report(mia, id, await steps.payAtProvider(mia, ordered))
  }
  if (state === 'shipped') await shop.call(admin, manageOrders.ship, { params: { id } })
  if (state === 'refunded') {
    await shop.call(admin, manageOrders.refund, { params: { id }, body: { reason: 'Broken' } })
  }
  return id
}

const days = (years: number) => Math.round(years * 365.25)

const unchanged = [
  'held_until',
  'deleted_at',
  'delivery_name',
  'delivery_phone',
  'delivery_address',
]
const aged = {
  id: `(left(id_since(now() - make_interval(days => $2))::text, 14) || right(orders.id::text, 22))::uuid`,
  transaction_id: `'old ' || transaction_id`,
  created_at: 'now() - make_interval(days => $2)',
  ...Object.fromEntries(unchanged.map((column) => [column, column])),
}

/** A copy of an order that was placed years ago; its id begins with the time. */
async function age(id: string, years: number, lastEventYears = years): Promise<string> {
  const [row] = await steps.query(`with ${copiesOfOrder({ set: aged })} select id from copies`, [
    id,
    days(years),
  ])
  const copy = String(row?.['id'])
  await steps.query(
    `insert into order_events (order_id, kind, actor, details, created_at)
     select $2, kind, actor, details, now() - make_interval(days => $3) from order_events
     where order_id = $1 order by id`,
    [id, copy, days(lastEventYears)],
  )
  return copy
}

async function runUpkeep() {
  await steps.query(`update job_runs set due_at = now() where name = 'upkeep'`)
  const periods = { signInDays: 30, orderYears: 3, erasedOrderDays: 0 }
  await purgeExpired(shop.database.pool, periods, orderRetention(periods))
}

const contactsOf = async (id: string) =>
  (
    await steps.query(
      'select email, delivery_name, delivery_phone, delivery_address from orders where id = $1',
      [id],
    )
  )[0]

const noContacts = {
  email: erasedOrderEmail,
  delivery_name: null,
  delivery_phone: null,
  delivery_address: null,
}
const contacts = () => ({
  email: mia.email,
  delivery_name: 'Mia',
  delivery_phone: '+1 555 010 0100',
  delivery_address: '1 Workshop Road',
})

/** @shows row-95, asvs-14.2.4 */
test.each(['shipped', 'refunded', 'cancelled', 'lapsed'] as const)(
  'an order that was %s loses its contacts three years after its last event',
  async (state) => {
    const [old, recent, disputed] = [
      await age(await orderIn(state), 3.1),
      await age(await orderIn(state), 2.9),
      await age(await orderIn(state), 4, 1),
    ]
    await runUpkeep()
    expect(await contactsOf(old)).toEqual(noContacts)
    expect(await contactsOf(recent)).toEqual(contacts())
    expect(await contactsOf(disputed)).toEqual(contacts())
  },
)

/** @shows row-92, row-95 */
test.each(['inquiry', 'open'])(
  'an order keeps its contacts while its dispute is %s: the answer to the bank names them',
  async (dispute) => {
    const old = await age(await orderIn('shipped'), 3.1)
    const erased = await orderIn('shipped')
    await steps.query('update orders set email = $2 where id = $1', [erased, erasedOrderEmail])
    const mark = (state: string) =>
      steps.query('update orders set dispute = $2 where id = any($1::uuid[])', [
        [old, erased],
        state,
      ])
    await mark(dispute)
    await runUpkeep()
    expect(await contactsOf(old)).toEqual(contacts())
    expect(await contactsOf(erased)).toEqual({ ...contacts(), email: erasedOrderEmail })
    await mark('won')
    await runUpkeep()
    expect(await contactsOf(old)).toEqual(noContacts)
    expect(await contactsOf(erased)).toEqual(noContacts)
  },
)

/** @shows row-95 */
test.each(['unpaid', 'paid'] as const)(
  'an order that is %s keeps its contacts, however old it is',
  async (state) => {
    const old = await age(await orderIn(state), 5)
    await runUpkeep()
    expect(await contactsOf(old)).toEqual(contacts())
  },
)

/** @shows row-95, P2 */
test('a forgotten unpaid order is cancelled before its contacts go, unless its payment is open', async () => {
  const [forgotten, open] = [
    await age(await orderIn('lapsed'), 3.1),
    await age(await orderIn('lapsed'), 3.1),
  ]
  await steps.query(
    `insert into payment_intents (order_id, hold_round, intent_id, status)
     values ($1, 1, 'pi_open', 'requires_payment_method')`,
    [open],
  )
  await runUpkeep()
  const [row] = await steps.query('select status, deleted_at from orders where id = $1', [
    forgotten,
  ])
  expect(row).toEqual({ status: 'unpaid', deleted_at: expect.any(Date) })
  expect(await steps.eventsOf(forgotten)).toEqual(['placed', 'lapsed', 'deleted'])
  expect(await contactsOf(open)).toEqual(contacts())
})

/** @shows P7 */
test('the database lets no contacts of a paid order go, and none alone', async () => {
  const [paid, shipped] = [await orderIn('paid'), await orderIn('shipped')]
  const none = 'delivery_name = null, delivery_phone = null, delivery_address = null'
  const remove = (id: string, also = '') =>
    steps.query(`update orders set ${none} ${also} where id = $1`, [id])
  const erased = `, email = '${erasedOrderEmail}'`
  await expect(remove(paid, erased)).rejects.toThrow('keeps its delivery address')
  await expect(remove(shipped)).rejects.toThrow('keeps its delivery address')
  await remove(shipped, erased)
  expect(await contactsOf(shipped)).toEqual(noContacts)
})

/** @shows row-135 */
test('the invoice of an old order no longer names its buyer, and keeps its number', async () => {
  const id = await age(await orderIn('shipped'), 4)
  await steps.query(`select issue_invoice($1, 'Auto Parts', '', null, null, null)`, [id])
  const invoice = async () =>
    (
      await steps.query(
        'select number, bill_to_name, bill_to_address from invoices where order_id = $1',
        [id],
      )
    )[0]
  const before = await invoice()
  expect(before).toMatchObject({ bill_to_name: 'Mia', bill_to_address: '1 Workshop Road' })
  await runUpkeep()
  expect(await invoice()).toEqual({ ...before, bill_to_name: null, bill_to_address: null })
})
