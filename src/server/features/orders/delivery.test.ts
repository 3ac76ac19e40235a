import { afterAll, beforeAll, expect, test } from 'vitest'
import { orders } from '#contract/orders/orders.ts'
import { profiles } from '#contract/profiles.ts'
import { ownOrders } from '#contract/orders/own-orders.ts'
import { manageOrders } from '#contract/orders/manage-orders.ts'
import { paymentSteps } from '../../testing/payments.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop, TestUser } from '../../testing/shop.ts'

let shop: TestShop
let steps: ReturnType<typeof paymentSteps>
beforeAll(async () => {
  shop = await openShop()
  steps = paymentSteps(shop)
})
afterAll(() => shop.close())

const home = { name: 'Mia Muster', phone: '+1 555 010 0100', address: '1 Test Street\nSpringfield' }
const workshop = { name: 'Workshop', phone: '+1 555 010 0199', address: '2 Side Street' }

const saveProfile = (who: TestUser, { name, phone, address }: typeof home) =>
  shop.call(who, profiles.save, {
    params: { email: who.email },
    body: { name, phone, address, fbLink: 'https://social.example/mia', img: '/parts/battery.svg' },
  })

const read = async (who: TestUser, id: string): Promise<unknown> =>
  (await shop.call(who, orders.one, { params: { id } })).body

const deliver = (who: TestUser, id: string, body = workshop) =>
  shop.call(who, ownOrders.deliver, { params: { id }, body })

const setStatus = (id: string, status: 'paid' | 'shipped') =>
  steps.query(
    `update orders set status = $2, held_until = null, transaction_id = 'pi_' || id where id = $1`,
    [id, status],
  )

/** @shows row-69 */
test('an order takes the delivery address of the profile when it is placed', async () => {
  const mia = await shop.signIn()
  const before = await steps.order(mia)
  await saveProfile(mia, home)
  const { id } = await steps.order(mia)
  await saveProfile(mia, workshop)
  expect(await read(mia, id)).toMatchObject({ delivery: home })
  expect(await read(mia, before.id)).toMatchObject({ delivery: null })
})

/** @shows row-69 */
test('the address of an unpaid order can be changed and appears in all lists', async () => {
  const [mia, ada] = [await shop.signIn(), await shop.signIn({ isAdmin: true })]
  const { id } = await steps.order(mia)
  expect((await deliver(mia, id, home)).body).toEqual({ modifiedCount: 1 })
  expect((await deliver(mia, id)).body).toEqual({ modifiedCount: 1 })
  const all = await shop.call(ada, manageOrders.all, { query: {} })
  expect(all.body.find(({ _id }) => _id === id)?.delivery).toEqual(workshop)
})

/** @shows row-69 */
test('a paid order accepts a missing address once, a shipped order none', async () => {
  const mia = await shop.signIn()
  const { id } = await steps.order(mia)
  await setStatus(id, 'paid')
  expect((await deliver(mia, id, home)).status).toBe(200)
  const again = await deliver(mia, id)
  expect([again.status, again.body.code]).toEqual([409, 'order-paid'])
  expect(await read(mia, id)).toMatchObject({ delivery: home })

  const shipped = await steps.order(mia)
  await setStatus(shipped.id, 'paid')
  await setStatus(shipped.id, 'shipped')
  expect((await deliver(mia, shipped.id)).body.code).toBe('order-paid')
})

test.each([
  ['name', { name: ' ' }],
  ['phone', { phone: '555' }],
  ['address', { address: '' }],
])('a delivery without a valid %s is refused at that field', async (field, wrong) => {
  const mia = await shop.signIn()
  const { id } = await steps.order(mia)
  const { status, body } = await deliver(mia, id, { ...home, ...wrong })
  expect([status, body.errors?.map((error) => error.field)]).toEqual([422, [field]])
})

test('the database refuses to change the address of a paid order', async () => {
  const mia = await shop.signIn()
  const { id } = await steps.order(mia)
  await deliver(mia, id, home)
  await setStatus(id, 'paid')
  await expect(
    steps.query(`update orders set delivery_address = 'elsewhere' where id = $1`, [id]),
  ).rejects.toThrow('keeps its delivery address')
})
