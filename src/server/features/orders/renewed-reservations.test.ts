import { describe, expect, test } from 'vitest'
import { orders } from '#contract/orders/orders.ts'
import { expectInvariantsToHold, orderOf, paymentSteps } from '../../testing/payments.ts'
import { openReservations } from '../../testing/reservations.ts'
import { openShop } from '../../testing/shop.ts'
import { priceSteps } from '../../testing/steps/prices.ts'
import { expireReservations, pollOpenPayments } from '../payments/jobs.ts'

const { shop, steps, place, paying, expire, letPass, untilOf, isReserved } =
  await openReservations()
const { addList, putOn, setLadder, setOwn } = priceSteps(shop)

const day = 24 * 60

describe('an account reserves a product once a day', () => {
  /** @shows P15, row-157, asvs-2.3.2 */
  test.each([
    ['that has never paid', () => shop.signIn()],
    ['that has paid', () => paying()],
  ] as const)(
    '%s: a new order is placed without a reservation until the day is over',
    async (_, signIn) => {
      const mia = await signIn()
      const { id, part } = await steps.order(mia)
      await expire(id)
      const again = (await place(mia, part)).body.insertedId
      expect(await isReserved(again)).toBe(false)
      expect(await steps.unitsLeft(part.id)).toBe(100)
      expect(await isReserved((await place(mia, await shop.stock())).body.insertedId)).toBe(true)
      await letPass(id, day - 20)
      expect(await isReserved((await place(mia, part)).body.insertedId)).toBe(false)
      await letPass(id, 10)
      expect(await isReserved((await place(mia, part)).body.insertedId)).toBe(true)
    },
  )

  /** @shows P15, row-157 */
  test('all of its orders of the product end with the first one, and so does one that was deleted', async () => {
    const mia = await shop.signIn()
    const { id, part } = await steps.order(mia)
    await letPass(id, 4)
    const until = await untilOf(id)
    const second = (await place(mia, part)).body.insertedId
    expect(await untilOf(second)).toEqual(until)
    await steps.remove(mia, id)
    await steps.remove(mia, second)
    const third = (await place(mia, part)).body.insertedId
    expect(await untilOf(third)).toEqual(until)
    const other = await shop.signIn()
    expect(await untilOf((await place(other, part)).body.insertedId)).not.toEqual(until)
  })

  /** @shows P15, row-157, asvs-2.3.2 */
  test('an order whose payment came too late counts too, so that two accounts cannot keep a product in turns', async () => {
    const [mia, noah] = [await paying(), await paying()]
    const part = await shop.stock({ quantity: 20, price: 625 })
    const { insertedId: id } = (await place(mia, part, 20)).body
    expect(await isReserved(id)).toBe(true)
    await expire(id)
    const intent = await steps.openIntent(mia, { id, total: part.price * 20, part })
    const theirs = (await place(noah, part, 20)).body.insertedId
    expect(await isReserved(theirs)).toBe(true)
    await shop.confirmCard(intent)
    expect((await steps.report(mia, id, intent)).status).toBe(409)
    expect((await steps.read(mia, id)).status).toBe('refunded')
    await expire(theirs)
    expect(await isReserved((await place(mia, part, 20)).body.insertedId)).toBe(false)
    await expectInvariantsToHold(shop)
  })

  test('a paid order leaves the next one its own time', async () => {
    const mia = await shop.signIn()
    const ordered = await steps.order(mia)
    await letPass(ordered.id, 9)
    await steps.report(mia, ordered.id, await steps.payAtProvider(mia, ordered))
    const next = (await place(mia, ordered.part)).body.insertedId
    expect((await untilOf(next))!.getTime()).toBeGreaterThan(Date.now() + 8 * 60_000)
  })

  test('without limits each order is reserved anew', async () => {
    const open = await openShop()
    const openSteps = paymentSteps(open)
    const mia = await open.signIn()
    const { id, part } = await openSteps.order(mia)
    await openSteps.expire(id)
    await expireReservations(open.shop)
    const { body } = await open.call(mia, orders.place, { body: orderOf(part, 100) })
    expect(await openSteps.unitsLeft(part.id)).toBe(0)
    expect(body.insertedId).toBeDefined()
    await open.close()
  })
})

describe('an order without a reservation', () => {
  /** @shows P1, P15, row-194 */
  test('is paid while its units are in stock, and takes them with the payment', async () => {
    const mia = await shop.signIn()
    const ordered = await steps.order(mia)
    await expire(ordered.id)
    const opened = await steps.open(mia, ordered)
    expect(opened.status).toBe(200)
    expect(await steps.unitsLeft(ordered.part.id)).toBe(100)
    expect(await isReserved(ordered.id)).toBe(false)
    // Asked again before the card is charged, it is the same payment.
    expect((await steps.open(mia, ordered)).body).toEqual(opened.body)
    const intent = opened.body.clientSecret.split('_secret_')[0]!
    await shop.confirmCard(intent)
    expect((await steps.report(mia, ordered.id, intent)).body.paid).toBe(true)
    expect(await steps.unitsLeft(ordered.part.id)).toBe(90)
    await expectInvariantsToHold(shop)
  })

  /** @shows P1, row-194 */
  test('is refused by name before the card is charged when its units are sold', async () => {
    const [mia, noah] = [await shop.signIn(), await shop.signIn()]
    const part = await shop.stock({ quantity: 20 })
    const { insertedId: id } = (await place(mia, part, 10)).body
    await expire(id)
    const ordered = { id, total: part.price * 10, part }
    expect((await steps.open(mia, ordered)).status).toBe(200)
    const taken = (await place(noah, part, 20)).body.insertedId
    expect(await isReserved(taken)).toBe(false)
    const theirs = { id: taken, total: part.price * 20, part }
    await steps.report(noah, taken, await steps.payAtProvider(noah, theirs))
    const { status, body } = await steps.open(mia, ordered)
    expect([status, body.code, body.available]).toEqual([409, 'insufficient-stock', 0])
    expect(body.lines).toEqual([{ product: part.id, available: 0 }])
  })

  /** @shows P1, P15, row-194 */
  test('has the only payment of its account for a part that can be made', async () => {
    const mia = await shop.signIn()
    const part = await shop.stock({ quantity: 20 })
    const ordered = []
    for (const quantity of [20, 19, 18, 17]) {
      const { insertedId: id } = (await place(mia, part, quantity)).body
      expect(await isReserved(id)).toBe(false)
      ordered.push({ id, total: part.price * quantity, part })
    }
    const other = await steps.order(mia)
    await expire(other.id)
    const kept = await steps.openIntent(mia, other)
    const intents: string[] = []
    for (const order of ordered) intents.push(await steps.openIntent(mia, order))
    const states = () => Promise.all([kept, ...intents].map((id) => steps.statusAtProvider(id)))
    const open = 'requires_payment_method'
    expect(await states()).toEqual([open, 'canceled', 'canceled', 'canceled', open])
    // The page of an earlier order opens its payment again before it charges the card.
    const again = await steps.openIntent(mia, ordered[0]!)
    expect(await states()).toEqual([open, 'canceled', 'canceled', 'canceled', 'canceled'])
    await shop.confirmCard(again)
    expect((await steps.report(mia, ordered[0]!.id, again)).body.paid).toBe(true)
    await expectInvariantsToHold(shop)
  })

  /** @shows P1, P2, row-194 */
  test('whose payment comes too late is refunded once', async () => {
    const part = await shop.stock({ quantity: 15 })
    const buyers = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const user = await shop.signIn()
        const { insertedId: id } = (await place(user, part, 11)).body
        const ordered = { id, total: part.price * 11, part }
        return { user, id, intent: await steps.openIntent(user, ordered) }
      }),
    )
    for (const { intent } of buyers) await shop.confirmCard(intent)
    await Promise.all(buyers.map(({ user, id, intent }) => steps.report(user, id, intent)))
    const states = await steps.query(
      `select status, details ->> 'reason' as reason
       from orders left join order_events on order_id = orders.id and kind = 'refunded'
       where orders.id = any ($1) order by status`,
      [buyers.map(({ id }) => id)],
    )
    expect(states).toEqual([
      { status: 'paid', reason: null },
      { status: 'refunded', reason: 'out-of-stock' },
      { status: 'refunded', reason: 'out-of-stock' },
    ])
    expect(await steps.unitsLeft(part.id)).toBe(4)
    await expectInvariantsToHold(shop)
  })

  /** @shows P15, row-194 */
  test('is reserved by opening its payment as soon as the rules allow it', async () => {
    const [mia, eve] = [await shop.signIn(), await shop.signIn()]
    const part = await shop.stock({ quantity: 40 })
    const first = (await place(eve, part, 20)).body.insertedId
    const { insertedId: id } = (await place(mia, part)).body
    const ordered = { id, total: part.price * 10, part }
    const opened = await steps.open(mia, ordered)
    expect([opened.status, await isReserved(id)]).toEqual([200, false])
    await steps.remove(eve, first)
    expect((await steps.open(mia, ordered)).body).toEqual(opened.body)
    expect(await isReserved(id)).toBe(true)
    expect(await steps.unitsLeft(part.id)).toBe(30)
    await expire(id)
    expect(await steps.unitsLeft(part.id)).toBe(40)
    expect((await steps.open(mia, ordered)).status).toBe(200)
    expect(await isReserved(id)).toBe(false)
    await letPass(id, day)
    expect((await steps.open(mia, ordered)).status).toBe(200)
    expect(await isReserved(id)).toBe(true)
    await expectInvariantsToHold(shop)
  })

  /** @shows row-194 */
  test('has to be opened again after an hour, at the price of that time', async () => {
    const mia = await shop.signIn()
    const ordered = await steps.order(mia)
    await expire(ordered.id)
    const intent = await steps.openIntent(mia, ordered)
    await steps.makeDue()
    await pollOpenPayments(shop.shop)
    expect(await steps.statusAtProvider(intent)).not.toBe('canceled')
    await steps.query(
      `update payment_intents set created_at = now() - interval '61 minutes',
         next_poll_at = now() - interval '1 minute' where intent_id = $1`,
      [intent],
    )
    await pollOpenPayments(shop.shop)
    expect(await steps.statusAtProvider(intent)).toBe('canceled')
    expect(await steps.openIntent(mia, ordered)).not.toBe(intent)
    await steps.query('update products set price_cents = price_cents + 1 where id = $1', [
      ordered.part.id,
    ])
    expect((await steps.open(mia, ordered)).body.code).toBe('price-changed')
  })

  test('is deleted only after its payment is closed', async () => {
    const mia = await shop.signIn()
    const ordered = await steps.order(mia)
    await expire(ordered.id)
    const intent = await steps.openIntent(mia, ordered)
    await steps.remove(mia, ordered.id)
    expect(await steps.statusAtProvider(intent)).toBe('canceled')
    expect(await steps.unitsLeft(ordered.part.id)).toBe(100)
  })
})

/** @shows row-166 */
test.each([
  ['public ladder', 1879, undefined],
  ['own ladder', 1700, 17],
] as const)(
  'an order at the price of its %s is renewed at that price, and refused once another one applies',
  async (_, total, own) => {
    const mia = await shop.signIn()
    const part = await shop.stock({ price: 2373, quantity: 1_000 })
    await setLadder(part, [{ from: 100, price: 18.79 }])
    if (own !== undefined) {
      const list = await addList()
      await putOn(list, mia)
      await setOwn(list, part, [{ from: 50, price: own }])
    }
    const { body } = await place(mia, part, 100)
    const ordered = { id: body.insertedId, total, part }
    await expire(ordered.id, day)
    expect((await steps.open(mia, ordered)).status).toBe(200)
    await expire(ordered.id)
    await putOn(null, mia)
    await setLadder(part, [{ from: 100, price: 18 }])
    const refused = await steps.open(mia, ordered)
    expect([refused.body.code, refused.body.currentTotal]).toEqual(['price-changed', 1800])
    expect(refused.body.lines).toEqual([{ product: part.id, unitPrice: 18, amount: 1800 }])
  },
)
