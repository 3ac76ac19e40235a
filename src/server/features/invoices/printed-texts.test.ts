import { afterAll, beforeAll, expect, test } from 'vitest'
import { addresses } from '#contract/addresses/addresses.ts'
import { manageProducts } from '#contract/products/manage-products.ts'
import { orders } from '#contract/orders/orders.ts'
import { ownOrders } from '#contract/orders/own-orders.ts'
import { priceLists } from '#contract/prices/price-lists.ts'
import { products } from '#contract/products/products.ts'
import { profiles } from '#contract/profiles.ts'
import { tradeAccounts } from '#contract/trade-accounts.ts'
import { manageVehicles } from '#contract/vehicles/manage-vehicles.ts'
import { orderOf } from '../../testing/payments.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop, TestUser } from '../../testing/shop.ts'

let shop: TestShop
let mia: TestUser
let ada: TestUser
beforeAll(async () => {
  shop = await openShop()
  mia = await shop.signIn()
  ada = await shop.signIn({ name: 'Ada', isAdmin: true })
})
afterAll(() => shop.close())

const phone = '+1 555 010 0100'
const address = {
  name: 'Mia',
  company: 'Mia Motors',
  phone,
  street: '1 Test Street',
  postalCode: '10115',
  town: 'Berlin',
  region: '',
  country: 'DE',
}
const profile = {
  name: 'Mia',
  address: '1 Test Street',
  phone,
  fbLink: 'https://mia.example',
  img: '/parts/bonnet.svg',
}
const facts = {
  company: 'Mia Motors',
  taxId: 'DE1',
  invoiceAddress: '1 Test Street',
  referencePrefix: 'PO-',
  needsReference: false,
}
const product = {
  name: 'Horn of the test',
  price: 12,
  quantity: 100,
  description: 'A part of the test',
  img: '/parts/bonnet.svg',
}
const model = { make: 'Volkswagen', model: 'Golf', years: [], aliases: [] }
const list = { name: 'Workshops', percentOff: 5 }
const delivery = { name: 'Mia', phone, address: '1 Test Street' }

type Answer = Promise<{ status: number; body: { errors?: { field: string; message: string }[] } }>

/** Each call that stores texts of papers, with those fields. */
const calls: Record<string, { fields: object; send: (body: never) => Answer }> = {
  'an address of the book': {
    fields: {
      name: 'Mia',
      company: 'Mia Motors',
      phone,
      street: '1 Test Street',
      town: 'Berlin',
      region: 'Berlin',
    },
    send: (body: object) =>
      shop.call(mia, addresses.add, { body: { ...address, ...body } }) as unknown as Answer,
  },
  'a profile': {
    fields: { name: 'Mia', address: '1 Test Street', phone },
    send: (body: object) =>
      shop.call(mia, profiles.save, {
        params: { email: mia.email },
        body: { ...profile, ...body },
      }) as unknown as Answer,
  },
  'a delivery': {
    fields: delivery,
    send: async (body: object) =>
      shop.call(mia, ownOrders.deliver, {
        params: { id: crypto.randomUUID() },
        body: { ...delivery, ...body },
      }) as unknown as Answer,
  },
  'a trade account': {
    fields: {
      company: 'Mia Motors',
      taxId: 'DE1',
      invoiceAddress: '1 Test Street',
      referencePrefix: 'PO-',
    },
    send: (body: object) =>
      shop.call(mia, tradeAccounts.save, {
        params: { email: mia.email },
        body: { ...facts, ...body },
      }) as unknown as Answer,
  },
  'a product': {
    fields: { name: 'Horn of the test' },
    send: (body: object) =>
      shop.call(ada, products.add, { body: { ...product, ...body } }) as unknown as Answer,
  },
  'a model of cars': {
    fields: { make: 'Volkswagen', model: 'Golf' },
    send: (body: object) =>
      shop.call(ada, manageVehicles.add, { body: { ...model, ...body } }) as unknown as Answer,
  },
  'a price list': {
    fields: { name: 'Workshops' },
    send: (body: object) =>
      shop.call(ada, priceLists.add, { body: { ...list, ...body } }) as unknown as Answer,
  },
  "a buyer's own order number": {
    fields: { reference: 'PO-1' },
    send: async (body: object) =>
      shop.call(mia, orders.place, {
        body: { ...orderOf(await shop.stock(), 10), ...body },
      }) as unknown as Answer,
  },
}

const cases = Object.entries(calls).flatMap(([kind, { fields, send }]) =>
  Object.entries(fields).map(([field, value]) => ({ kind, field, value: String(value), send })),
)

/** @shows row-223 */
test.each(cases)(
  '$kind: $field with a character that papers cannot print is refused with its place',
  async ({ field, value, send }) => {
    const { status, body } = await send({ [field]: `${value} 📯` } as never)
    expect([status, body.errors]).toEqual([
      422,
      [
        {
          field,
          message: `“📯” (U+1F4EF, character ${value.length + 2}) cannot be printed on invoices`,
        },
      ],
    ])
  },
)

/** @shows row-223 */
test('names in the scripts that papers have are taken', async () => {
  for (const name of ['王小明', 'محمد', 'สมชาย', 'Seal ⌀22 ≥ 5 mm → left ⅛"']) {
    const { status } = await shop.call(mia, addresses.add, { body: { ...address, name } })
    expect([name, status]).toEqual([name, 200])
  }
})

/** @shows row-223 */
test('a stored name that papers cannot print stays, and is asked for with its next change', async () => {
  const part = await shop.stock()
  const name = `Horn ${part.id} 📯`
  await shop.database.pool.query('update products set name = $2 where id = $1', [part.id, name])
  const params = { id: part.id }
  const { body: stored } = await shop.call(ada, manageProducts.one, { params })
  expect(stored.name).toBe(name)
  const { status } = await shop.call(mia, orders.place, { body: orderOf({ ...part, name }, 10) })
  expect(status).toBe(200)
})
