import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addresses, addressesMax, addressMessages } from '#contract/addresses/addresses.ts'
import { OneOrder, orders } from '#contract/orders/orders.ts'
import { ownOrders } from '#contract/orders/own-orders.ts'
import { profiles } from '#contract/profiles.ts'
import { quickOrder } from '#contract/quick-order.ts'
import { holdLock } from '../../testing/held-lock.ts'
import { orderOf, paymentSteps } from '../../testing/payments.ts'
import { berlin } from '../../testing/rows/addresses.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop, TestUser } from '../../testing/shop.ts'

let shop: TestShop
let steps: ReturnType<typeof paymentSteps>
let mia: TestUser
beforeAll(async () => {
  shop = await openShop()
  steps = paymentSteps(shop)
})
afterAll(() => shop.close())
beforeEach(async () => {
  mia = await shop.signIn()
})

const springfield = {
  ...berlin,
  company: '',
  street: '1 Test Street',
  postalCode: '62701',
  town: 'Springfield',
  region: 'illinois',
  country: 'us',
}

const add = async (user: TestUser, body: object = berlin) =>
  shop.call(user, addresses.add, { body: body as typeof berlin })

const added = async (user: TestUser, body: object = berlin) =>
  (await add(user, body)).body.insertedId

const list = async (user: TestUser) => (await shop.call(user, addresses.list, {})).body

const makeDefault = (user: TestUser, id: string) =>
  shop.call(user, addresses.makeDefault, { params: { id } })

const remove = (user: TestUser, id: string) => shop.call(user, addresses.remove, { params: { id } })

const deliveryOf = async (id: string) => {
  const answer: { body: unknown } = await shop.call(mia, orders.one, { params: { id } })
  return OneOrder.parse(answer.body).delivery
}

/** @shows row-179 */
test('an address book lists the default address first, each with what is printed', async () => {
  const [first, second] = [await added(mia), await added(mia, springfield)]
  expect(await list(mia)).toEqual([
    {
      ...berlin,
      _id: first,
      isDefault: true,
      printed: 'Muster KFZ\nTeststrasse 1\n10115 Berlin\nGermany',
    },
    {
      ...springfield,
      _id: second,
      region: 'IL',
      country: 'US',
      isDefault: false,
      printed: '1 Test Street\nSpringfield, IL 62701\nUnited States',
    },
  ])
  expect((await makeDefault(mia, second)).body).toEqual({ modifiedCount: 1 })
  expect((await list(mia)).map(({ _id, isDefault }) => [_id, isDefault])).toEqual([
    [second, true],
    [first, false],
  ])
})

/** @shows row-179, P8 */
test('an account lists its own addresses only, and its orders go to none of another account', async () => {
  const [theirs, own] = [await added(mia), await shop.signIn()]
  expect(await list(own)).toEqual([])
  const { id } = await steps.order(own)
  const answer = await shop.call(own, ownOrders.deliverTo, {
    params: { id },
    body: { address: theirs },
  })
  expect(answer.status).toBe(404)
  const [row] = await steps.query('select delivery_address from orders where id = $1', [id])
  expect(row).toEqual({ delivery_address: null })
})

/** @shows row-179 */
test('a deleted default address is followed by the oldest other one', async () => {
  const ids = [await added(mia), await added(mia), await added(mia)]
  await makeDefault(mia, ids[2]!)
  await remove(mia, ids[2]!)
  expect((await list(mia)).map(({ _id, isDefault }) => [_id, isDefault])).toEqual([
    [ids[0], true],
    [ids[1], false],
  ])
  await remove(mia, ids[0]!)
  await remove(mia, ids[1]!)
  expect(await list(mia)).toEqual([])
})

/** @shows row-179, asvs-2.2.1 */
test.each([
  [{ street: '' }, 'street', 'Street is Required'],
  [{ town: ' ' }, 'town', 'Town is Required'],
  [{ country: 'XX' }, 'country', 'Country is Required'],
  [{ phone: '123' }, 'phone', 'Must be 10 characters or longer'],
  [{ postalCode: '1'.repeat(17) }, 'postalCode', 'Must be 16 characters or lower'],
  [{ country: 'US', region: '' }, 'region', addressMessages.regionRequired],
  [
    { country: 'CA', postalCode: 'M5V 2T6', region: 'Bavaria' },
    'region',
    addressMessages.regionRequired,
  ],
  [{ postalCode: '' }, 'postalCode', addressMessages.postalCodeRequired],
  [{ postalCode: 'banana' }, 'postalCode', addressMessages.postalCodeInvalid('DE')],
])('an address with %j is refused at %s', async (changes, field, message) => {
  const answer = await add(mia, { ...berlin, ...changes })
  expect([answer.status, answer.body.errors]).toEqual([422, [{ field, message }]])
})

/** @shows row-179, asvs-2.4.1 */
test('simultaneous additions keep an address book at its limit', async () => {
  for (let count = 1; count < addressesMax; count += 1) await added(mia)
  const lock = await holdLock(
    shop,
    `select pg_advisory_xact_lock(hashtext('addresses'), hashtext(id::text)) from users where uid = $1`,
    [mia.uid],
  )
  const adding = Promise.all([add(mia), add(mia), add(mia)])
  await lock.areWaiting(3)
  await lock.release()
  expect((await adding).map(({ status }) => status === 200).filter(Boolean)).toHaveLength(1)
  expect(await list(mia)).toHaveLength(addressesMax)
  expect((await add(mia)).body).toMatchObject({
    code: 'too-many-addresses',
    detail: addressMessages.tooMany,
  })
})

/** @shows row-179 */
test('a new order of one or several parts goes to the default address, else to that of the profile', async () => {
  const deliveries = async () => {
    const [one, other] = [await shop.stock(), await shop.stock()]
    const several = [one, other].map(({ id }) => ({ product: id, quantity: 10 }))
    const alone = await steps.order(mia)
    const body = { lines: several, price: (one.price + other.price) * 10 }
    const together = await shop.call(mia, quickOrder.place, { body })
    const keyed = await shop.call(
      mia,
      orders.place,
      { body: orderOf(one, 10) },
      { idempotencyKey: randomUUID() },
    )
    const ids = [alone.id, together.body.insertedId, keyed.body.insertedId]
    return Promise.all(ids.map(deliveryOf))
  }
  const { name, phone, ...place } = berlin
  const printed = 'Muster KFZ\nTeststrasse 1\n10115 Berlin\nGermany'
  expect(await deliveries()).toEqual([null, null, null])
  const profile = { name: 'Mia', address: '1 Old Street', phone: '+1 555 0100 200' }
  await shop.call(mia, profiles.save, {
    params: { email: mia.email },
    body: { ...profile, fbLink: 'https://social.example/mia', img: '/parts/wheel-rim.svg' },
  })
  expect(await deliveries()).toEqual([profile, profile, profile])
  const id = await added(mia)
  const ofBook = { name, phone, address: printed, place }
  expect(await deliveries()).toEqual([ofBook, ofBook, ofBook])
  await remove(mia, id)
  expect(await deliveries()).toEqual([profile, profile, profile])
})

/** @shows row-202 */
test('an address that was stored without a postal code can be delivered to, and needs one when it is changed', async () => {
  const id = await added(mia, springfield)
  await steps.query(`update addresses set postal_code = '', printed = 'Old text' where id = $1`, [
    id,
  ])
  const order = await steps.order(mia)
  expect((await deliveryOf(order.id))?.address).toBe('Old text')
  const body = { ...springfield, postalCode: '' }
  const changed = await shop.call(mia, addresses.change, { params: { id }, body })
  expect(changed.status).toBe(422)
})

/** @shows row-179 */
test('a changed address changes no order that was delivered to it', async () => {
  const id = await added(mia)
  const order = await steps.order(mia)
  const deliver = () =>
    shop.call(mia, ownOrders.deliverTo, { params: { id: order.id }, body: { address: id } })
  expect((await deliver()).body).toEqual({ modifiedCount: 1 })
  const { name, phone, ...place } = berlin
  const delivery = {
    name,
    phone,
    address: 'Muster KFZ\nTeststrasse 1\n10115 Berlin\nGermany',
    place,
  }
  const read = () => deliveryOf(order.id)
  expect(await read()).toEqual(delivery)
  await shop.call(mia, addresses.change, { params: { id }, body: { ...berlin, town: 'Bonn' } })
  expect((await list(mia))[0]).toMatchObject({ town: 'Bonn' })
  expect(await read()).toEqual(delivery)
  await remove(mia, id)
  expect((await deliver()).status).toBe(404)
  expect(await read()).toEqual(delivery)
})

/** @shows row-179 */
test('an order delivered to a text has no fields of an address before it', async () => {
  const order = await steps.order(mia)
  const params = { id: order.id }
  await shop.call(mia, ownOrders.deliverTo, { params, body: { address: await added(mia) } })
  const text = { name: 'Workshop', phone: '+1 555 010 0199', address: '2 Side Street' }
  await shop.call(mia, ownOrders.deliver, { params, body: text })
  expect(await deliveryOf(order.id)).toEqual(text)

  await shop.call(mia, ownOrders.deliverTo, { params, body: { address: await added(mia) } })
  // As a node of the release before does it.
  await steps.query(`update orders set delivery_address = 'Elsewhere' where id = $1`, [order.id])
  expect(await deliveryOf(order.id)).toEqual({
    name: berlin.name,
    phone: berlin.phone,
    address: 'Elsewhere',
  })
})

/** @shows row-179, P7 */
test('a paid order keeps its delivery address', async () => {
  const order = await steps.order(mia)
  const params = { id: order.id }
  const address = await added(mia)
  await shop.call(mia, ownOrders.deliverTo, { params, body: { address } })
  await steps.report(mia, order.id, await steps.payAtProvider(mia, order))
  const other = await added(mia, springfield)
  const late = await shop.call(mia, ownOrders.deliverTo, { params, body: { address: other } })
  expect(late.body).toMatchObject({ code: 'order-paid' })
  await expect(
    steps.query(`update orders set delivery_place = null where id = $1`, [order.id]),
  ).rejects.toThrow('keeps its delivery address')
})
