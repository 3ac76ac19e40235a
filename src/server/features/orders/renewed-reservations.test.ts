import { expect, test } from 'vitest'
import { placeLines } from '../../testing/order-lines.ts'
import { openReservations } from '../../testing/reservations.ts'
import { priceSteps } from '../../testing/steps/prices.ts'

const { shop, steps, place, placeSeveral, unconfirmed, paying, expire, letPass } =
  await openReservations()
const { addList, putOn, setLadder, setOwn } = priceSteps(shop)

/** @shows P15 */
test.each([
  ['an account that has never paid', () => shop.signIn()],
  ['an account that has paid', () => paying()],
] as const)('%s renews an expired reservation after ten minutes', async (_, signIn) => {
  const mia = await signIn()
  const ordered = await steps.order(mia)
  await steps.expire(ordered.id)
  const refused = await steps.open(mia, ordered)
  expect([refused.status, refused.body.code]).toEqual([409, 'reserved-before'])
  expect(refused.body.detail).toBe(
    'Your reservation of this part has ended, and its units are free for other buyers for 10 minutes. You can reserve them again in 10 minutes',
  )
  expect(refused.headers['retry-after']).toBe('600')
  expect(await steps.unitsLeft(ordered.part.id)).toBe(100)
  await letPass(ordered.id, 9)
  expect((await steps.open(mia, ordered)).body.detail).toContain('again in 1 minute')
  await letPass(ordered.id, 1)
  expect((await steps.open(mia, ordered)).status).toBe(200)
  expect(await steps.unitsLeft(ordered.part.id)).toBe(90)
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
    await expire(ordered.id, 10)
    expect((await steps.open(mia, ordered)).status).toBe(200)
    await expire(ordered.id, 10)
    await putOn(null, mia)
    await setLadder(part, [{ from: 100, price: 18 }])
    const refused = await steps.open(mia, ordered)
    expect([refused.body.code, refused.body.currentTotal]).toEqual(['price-changed', 1800])
    expect(refused.body.lines).toEqual([{ product: part.id, unitPrice: 18, amount: 1800 }])
  },
)

/** @shows P15 */
test('without a payment a new order does not avoid the pause after an expired reservation', async () => {
  const mia = await shop.signIn()
  const { id, part } = await steps.order(mia)
  await expire(id)
  const { status, body, headers } = await place(mia, part)
  expect([status, body.code, headers['retry-after']]).toEqual([409, 'reserved-before', '600'])
  expect((await place(mia, await shop.stock())).status).toBe(200)
  await letPass(id, 10)
  expect((await place(mia, part)).status).toBe(200)
})

test('after a payment a new order of the same product is placed at once', async () => {
  const mia = await paying()
  const { id, part } = await steps.order(mia)
  await expire(id)
  expect((await place(mia, part)).status).toBe(200)
})

/** @shows P15 */
test('deleting and placing an order again does not extend its reservation', async () => {
  const mia = await shop.signIn()
  const { id, part } = await steps.order(mia)
  const reserved = async (order: string) =>
    (await steps.query('select held_until from orders where id = $1', [order]))[0]!['held_until']
  await steps.query(
    `update orders set held_since = held_since - interval '20 minutes',
       held_until = held_until - interval '20 minutes' where id = $1`,
    [id],
  )
  const until = await reserved(id)
  await steps.remove(mia, id)
  const again = (await place(mia, part)).body.insertedId
  expect(await reserved(again)).toEqual(until)
  await steps.remove(mia, again)
  expect(await reserved((await place(mia, part)).body.insertedId)).toEqual(until)
  const other = await shop.signIn()
  expect(await reserved((await place(other, part)).body.insertedId)).not.toEqual(until)
})

test('an expired reservation is not renewed at the limit of unpaid orders', async () => {
  const mia = await shop.signIn()
  const expired = await steps.order(mia)
  await expire(expired.id, 10)
  await placeSeveral(mia, await shop.stock({ quantity: 1_000 }), 10)
  const { status, body } = await steps.open(mia, expired)
  expect([status, body.code]).toEqual([409, 'too-many-unpaid'])
  expect(await steps.unitsLeft(expired.part.id)).toBe(100)
})

test('an expired reservation is not renewed beyond half of the stock', async () => {
  const eve = await unconfirmed()
  const expired = await steps.order(eve, { quantity: 40 })
  await expire(expired.id, 10)
  await steps.query('update products set quantity = 70 where id = $1', [expired.part.id])
  const { status, body } = await steps.open(eve, expired)
  expect([status, body.code, body.available]).toEqual([409, 'too-many-units', 35])
  expect(await steps.unitsLeft(expired.part.id)).toBe(70)
})

/** @shows P15 */
test('an expired reservation of the eleventh part is not renewed beyond half of its stock', async () => {
  const mia = await shop.signIn()
  const expired = await steps.order(mia, { quantity: 60 })
  await expire(expired.id, 10)
  const others = await Promise.all(Array.from({ length: 10 }, () => shop.stock()))
  const wanted = others.map((part) => [part, 100] as const)
  expect((await placeLines(shop, mia, wanted)).status).toBe(200)
  const { status, body } = await steps.open(mia, expired)
  expect([status, body.code, body.available]).toEqual([409, 'too-many-units', 50])
  expect(await steps.unitsLeft(expired.part.id)).toBe(100)
})
