import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ownData } from '#contract/own-data.ts'
import { reviews } from '#contract/reviews.ts'
import { AppError, databaseRefusal } from '../../errors/errors.ts'
import type { Shop } from '../../shop.ts'
import { holdLock } from '../../testing/held-lock.ts'
import { expectInvariantsToHold, paymentSteps } from '../../testing/payments.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop, TestUser } from '../../testing/shop.ts'
import { valuesOf } from '../../testing/steps/orders-at-once.ts'
import { queueOrderMails } from '../order-mails/order-mails.ts'
import { insertOrder } from '../orders/place/insert-order.ts'
import { asLines } from '../orders/place/order-values.ts'
import { settle } from '../payments/settle.ts'
import { finishErasures } from './erase-account.ts'

let shop: TestShop
let steps: ReturnType<typeof paymentSteps>
let mia: TestUser
beforeAll(async () => {
  shop = await openShop()
  steps = paymentSteps(shop)
})
beforeEach(async () => {
  mia = await shop.signIn()
})
afterAll(async () => {
  await expectInvariantsToHold(shop)
  await shop.close()
})

const erase = () => shop.call(mia, ownData.erase, { params: { email: mia.email } })
const makeDue = () =>
  steps.query('update users set next_erasure_at = now() where erased_at is null')
const idOf = async () =>
  String((await steps.query('select id from users where uid = $1', [mia.uid]))[0]?.['id'])
const orderRow = async (id: string) =>
  (await steps.query('select status, deleted_at, email from orders where id = $1', [id]))[0]

/** @shows row-94, P2 */
test('an order that is paid before the erasure stays paid', async () => {
  const ordered = await steps.order(mia)
  await steps.payAtProvider(mia, ordered)
  expect((await erase()).body).toEqual({ isComplete: true })
  expect(await orderRow(ordered.id)).toMatchObject({ status: 'paid', deleted_at: null })
})

/** @shows row-94, P1, P2 */
test('a payment that arrives for an erased order is refunded, and takes no units', async () => {
  const ordered = await steps.order(mia)
  expect((await erase()).body).toEqual({ isComplete: true })
  // An intent that the shop did not create, as none of its own can be paid any longer.
  const { id: intentId } = await shop.stripe.paymentIntents.create({
    amount: ordered.total * 100,
    currency: 'usd',
    metadata: { order: ordered.id, round: '1' },
  })
  await shop.confirmCard(intentId)
  expect(await settle(shop.shop, intentId)).toBe('refunded')
  expect(await orderRow(ordered.id)).toMatchObject({ status: 'refunded' })
  expect(await steps.unitsLeft(ordered.part.id)).toBe(100)
  const { data } = await shop.stripe.refunds.list({ payment_intent: intentId })
  expect(data.map(({ amount }) => amount)).toEqual([ordered.total * 100])
})

/** @shows row-94, P12 */
test('while the card provider is away the account is closed, and a job erases it later, once', async () => {
  const ordered = await steps.order(mia)
  await steps.openIntent(mia, ordered)
  const id = await idOf()
  const { cards } = shop.shop
  const cancel = cards.cancel
  cards.cancel = () => Promise.reject(new AppError('unavailable'))
  expect((await erase()).body).toEqual({ isComplete: false })
  cards.cancel = cancel
  expect((await steps.order(mia).catch(() => undefined))?.id).toBeUndefined()
  const [closed] = await steps.query('select email, erased_at from users where id = $1', [id])
  expect(closed).toEqual({ email: mia.email, erased_at: null })
  await makeDue()
  await Promise.all([1, 2, 3].map(() => finishErasures(shop.shop)))
  const [erased] = await steps.query('select email, erased_at from users where id = $1', [id])
  expect(erased).toMatchObject({ email: `${id}@erased.invalid`, erased_at: expect.any(Date) })
  expect(await steps.eventsOf(ordered.id)).toEqual(['placed', 'deleted'])
  expect(await steps.unitsLeft(ordered.part.id)).toBe(100)
})

/** @shows row-94, P1 */
test('an order that is being placed is cancelled too', async () => {
  const part = await shop.stock()
  const id = await idOf()
  const placing = await holdLock(shop, 'select 1')
  const [placed] = await insertOrder(
    placing.holder,
    asLines({ ...valuesOf({ id, email: mia.email }, part), key: null, hash: null }),
    { isOnList: false, destination: undefined },
  )
  const erasing = erase()
  await placing.areWaiting(1)
  await placing.release()
  expect((await erasing).body).toEqual({ isComplete: true })
  expect(await orderRow(placed!.insertedId)).toMatchObject({ deleted_at: expect.any(Date) })
  expect(await steps.unitsLeft(part.id)).toBe(100)
})

/** @shows row-94, P9 */
test('a request that began before the erasure adds nothing after it', async () => {
  const part = await shop.stock()
  const id = await idOf()
  await erase()
  const late = [
    `insert into orders (user_id, email, name, line_count, quantity, total_cents)
     select '${id}', '${mia.email}', name, 1, 10, price_cents * 10 from products
     where id = '${part.id}'`,
    `insert into profiles (user_id, address, phone, fb_link, img) values ('${id}', '', '', '', '')`,
    `insert into reviews (user_id, name, rating, title, description)
     values ('${id}', 'Mia', 5, 'Late', 'Late')`,
    `update users set name = 'Mia' where id = '${id}'`,
  ]
  for (const text of late) {
    const error = await steps.query(text).then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    expect([text, databaseRefusal(error)?.code]).toEqual([text, 'unauthenticated'])
  }
})

test('a review that is being written is refused like a request without a sign-in', async () => {
  const lock = await holdLock(shop, 'select from users where uid = $1 for update', [mia.uid])
  const body = { title: 'Too late', rating: 5, description: 'It fits' }
  const writing = shop.call(mia, reviews.add, { body })
  await lock.areWaiting(1)
  await lock.holder.query(
    'update users set deactivated_at = now(), erasure_requested_at = now() where uid = $1',
    [mia.uid],
  )
  await lock.release()
  const { status, body: problem } = await writing
  expect([status, problem.code]).toEqual([401, 'unauthenticated'])
  await makeDue()
  await finishErasures(shop.shop)
})

/** @shows row-94 */
test('a mail that is being written about an order does not outlive the erasure', async () => {
  const { id } = await steps.order(mia)
  await steps.query(
    `insert into order_mails (order_id, kind, reference, details) values ($1, 'placed', '', '{}')`,
    [id],
  )
  // The job needs this row when the mail is written and not yet committed.
  const lock = await holdLock(shop, 'select from order_mails where order_id = $1 for update', [id])
  const mailing = queueOrderMails(shop.shop)
  await lock.areWaiting(1)
  const erasing = erase()
  await lock.areWaiting(2)
  await lock.release()
  await Promise.all([mailing, erasing])
  expect(await steps.query('select 1 from outbox where recipient = $1', [mia.email])).toEqual([])
})

test('an erasure that fails at any step is repeated from the start', async () => {
  const ordered = await steps.order(mia)
  const id = await idOf()
  const failing: Shop = {
    ...shop.shop,
    publicReads: {
      ...shop.shop.publicReads,
      changed() {
        throw new Error('the node ends here')
      },
    },
  }
  await steps.query(
    `update users set deactivated_at = now(), erasure_requested_at = now() where id = $1`,
    [id],
  )
  await finishErasures(failing)
  await makeDue()
  await finishErasures(shop.shop)
  const [erased] = await steps.query('select erased_at from users where id = $1', [id])
  expect(erased).toEqual({ erased_at: expect.any(Date) })
  expect(await steps.unitsLeft(ordered.part.id)).toBe(100)
})
