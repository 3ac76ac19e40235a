import { beforeEach, expect, test } from 'vitest'
import { ownOrders } from '#contract/orders/own-orders.ts'
import { quickOrder } from '#contract/quick-order.ts'
import { openPayments } from '../../../testing/payments.ts'
import { placeOrdersAt } from '../../../testing/rows/placed-at.ts'
import type { TestUser } from '../../../testing/shop.ts'

const { shop } = await openPayments()
type Part = Awaited<ReturnType<typeof shop.stock>>

let mia: TestUser
let lamp: Part
let panel: Part
beforeEach(async () => {
  mia = await shop.signIn()
  ;[lamp, panel] = await Promise.all([shop.stock({ price: 3_000 }), shop.stock({ price: 2_000 })])
})

const list = () => [
  { product: lamp.id, quantity: 10 },
  { product: panel.id, quantity: 20 },
]
const place = (
  again: string[] | undefined,
  lines = list(),
  idempotencyKey: string = crypto.randomUUID(),
) =>
  shop.call(
    mia,
    quickOrder.place,
    { body: { lines, price: 700, ...(again && { again }) } },
    { idempotencyKey },
  )
const orderCount = async () => {
  const query = { email: mia.email }
  return (await shop.call(mia, ownOrders.mine, { query })).body.length
}

/** @shows row-191, P5 */
test('a list that the account has just ordered is ordered again on request only', async () => {
  const first = await place([])
  const second = await place([], list().toReversed())
  expect([second.status, second.body.code]).toEqual([409, 'ordered-meanwhile'])
  expect(second.body.detail).toBe('These parts were ordered a moment ago: 30 units for $700.00')
  expect(second.body.orders).toEqual([
    { _id: first.body.insertedId, quantity: 30, price: 700, createdAt: expect.any(String) },
  ])
  expect(await orderCount()).toBe(1)

  const known = [first.body.insertedId]
  const again = await place(known)
  expect(again.status).toBe(200)
  const third = await place(known)
  const both = [again.body.insertedId, first.body.insertedId]
  expect(third.body.orders?.map(({ _id }) => _id)).toEqual(both)
  expect(await orderCount()).toBe(2)
  expect((await place(both)).status).toBe(200)
})

/** @shows row-191, P5 */
test('of two devices that order a list at once one does, and a repetition gets the answer of the first', async () => {
  const answers = await Promise.all([place([], list(), 'phone'), place([], list(), 'laptop')])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const [placed] = answers.filter(({ status }) => status === 200)
  const key = placed === answers[0] ? 'phone' : 'laptop'
  const repeated = await place([], list(), key)
  expect([repeated.status, repeated.body]).toEqual([200, placed?.body])
  expect(repeated.headers['idempotent-replayed']).toBe('true')
  expect(await orderCount()).toBe(1)
})

/** @shows row-191 */
test('two accounts order the same list without a question', async () => {
  await place([])
  mia = await shop.signIn()
  expect((await place([])).status).toBe(200)
})

/** @shows row-191 */
test.each([
  [
    'of other quantities',
    (lines: ReturnType<typeof list>) => [lines[0]!, { ...lines[1]!, quantity: 10 }],
    500,
  ],
  ['of fewer parts', (lines: ReturnType<typeof list>) => lines.slice(0, 1), 300],
])('a list %s is another list', async (_, change, price) => {
  await place([])
  const body = { lines: change(list()), price, again: [] }
  expect((await shop.call(mia, quickOrder.place, { body })).status).toBe(200)
})

/** @shows row-191 */
test('the same list is ordered without a question after ten minutes, after it was deleted, and by clients that do not ask', async () => {
  await placeOrdersAt(shop, `now() - interval '9 minutes'`)
  const first = (await place([])).body.insertedId
  expect((await place([])).status).toBe(409)
  await placeOrdersAt(shop, `now() - interval '11 minutes'`)
  await place([first])
  await shop.call(mia, ownOrders.remove, { params: { id: first } })
  expect((await place([])).status).toBe(200)
  expect((await place(undefined)).status).toBe(200)
})
