import { beforeEach, expect, test } from 'vitest'
import { againMax } from '#contract/cart/cart.ts'
import { manageOrders } from '#contract/orders/manage-orders.ts'
import { ownOrders } from '#contract/orders/own-orders.ts'
import { quickOrder } from '#contract/quick-order.ts'
import { openPayments } from '../../../testing/payments.ts'
import { placeOrdersAt } from '../../../testing/rows/placed-at.ts'
import type { TestUser } from '../../../testing/shop.ts'

const { shop, steps } = await openPayments()
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
    { body: { lines, price: 700, reference: 'PO-7', ...(again && { again }) } },
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
  expect(second.body.detail).toBe(
    'These parts were ordered a moment ago, in an order of 30 units for $700.00',
  )
  expect(second.body.lines).toEqual([{ product: panel.id }, { product: lamp.id }])
  expect(second.body.orders).toEqual([
    {
      _id: first.body.insertedId,
      quantity: 30,
      price: 700,
      reference: 'PO-7',
      createdAt: expect.any(String),
    },
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

/** The numbers are those of the parts of a list. */
const placeParts = async (numbers: number[], quantity: number, again?: string[]) => {
  const lines = numbers.map((number) => ({ product: parts[number]!.id, quantity }))
  const body = { lines, price: numbers.length * quantity * 10, ...(again && { again }) }
  return shop.call(mia, quickOrder.place, { body })
}
let parts: Part[]
const stockParts = async (count: number) => {
  parts = await Promise.all(Array.from({ length: count }, () => shop.stock({ price: 1_000 })))
}

/** @shows row-191, P5 */
test.each([
  ['in other units', [0, 1], [0, 1], 'These parts were'],
  ['and one more', [0, 1], [0, 1, 2], '2 of these 3 parts were'],
  ['but one', [0, 1, 2], [2, 0], 'These parts were'],
  ['with another for one of them', [0, 1, 2], [0, 1, 3], '2 of these 3 parts were'],
  ['and many others', [0], [1, 0, 2], '1 of these 3 parts was'],
  ['alone', [0, 1, 2], [1], 'This part was'],
])(
  'a list of the parts that the account has just ordered %s is asked about, and says how many they are',
  async (_, earlier, later, what) => {
    await stockParts(4)
    await placeParts(earlier, 10)
    const { status, body } = await placeParts(later, 20, [])
    expect([status, body.code]).toEqual([409, 'ordered-meanwhile'])
    const units = earlier.length * 10
    const order = `an order of ${units} units for $${earlier.length * 100}.00`
    expect(body.detail).toBe(`${what} ordered a moment ago, in ${order}`)
    const shared = later.filter((number) => earlier.includes(number))
    expect(body.lines).toEqual(shared.map((number) => ({ product: parts[number]!.id })))
  },
)

/** @shows row-191 */
test.each([
  ['half of its parts', [0, 1], [1, 2]],
  ['half of the parts of the list', [0, 1, 2, 3], [3, 4]],
])('an order with %s is not asked about', async (_, earlier, later) => {
  await stockParts(5)
  await placeParts(earlier, 10)
  expect((await placeParts(later, 10, [])).status).toBe(200)
})

/** @shows row-191, P5 */
test('of two devices that order lists with common parts at once one does', async () => {
  await stockParts(4)
  const answers = await Promise.all([placeParts([0, 1, 2], 10, []), placeParts([3, 2, 1], 20, [])])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(await orderCount()).toBe(1)
})

const placeRow = (number: number, numbers: number[]) => {
  const lines = [{ product: parts[number]!.id, quantity: 10 }]
  const list = numbers.map((one) => parts[one]!.id.toUpperCase())
  return shop.call(mia, quickOrder.place, { body: { lines, price: 100, again: [], list } })
}

/** @shows row-191, P5 */
test('an order of one row is compared by its whole list', async () => {
  await stockParts(4)
  await placeParts([0, 1], 10)
  const { status, body } = await placeRow(2, [0, 1, 2])
  expect([status, body.code]).toEqual([409, 'ordered-meanwhile'])
  expect(body.detail).toContain('2 of these 3 parts were')
  expect((await placeRow(0, [0, 2, 3])).status).toBe(200)
})

/** @shows row-191 */
test('of many orders as many are named as a request can name, and all of their parts are counted', async () => {
  await stockParts(againMax + 2)
  const numbers = parts.map((_, number) => number)
  for (const number of numbers.slice(1)) await placeParts([number], 10)
  const { body } = await placeParts(numbers, 10, [])
  expect(body.detail).toBe(
    '21 of these 22 parts were ordered a moment ago, in several orders, the newest of 10 units for $100.00',
  )
  const named = body.orders?.map(({ _id }) => _id)
  expect(named).toHaveLength(againMax)
  expect((await placeParts(numbers, 10, named)).status).toBe(200)
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

/** @shows row-191 */
test('a list whose order was refunded is ordered without a question', async () => {
  const id = (await place([])).body.insertedId
  await steps.report(mia, id, await steps.payAtProvider(mia, { id, total: 700, part: lamp }))
  expect((await place([])).status).toBe(409)
  const admin = await shop.signIn({ isAdmin: true })
  await shop.call(admin, manageOrders.refund, { params: { id }, body: { reason: 'A mistake' } })
  expect((await place([])).status).toBe(200)
})
