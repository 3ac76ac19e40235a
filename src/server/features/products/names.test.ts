import { afterAll, beforeAll, expect, test } from 'vitest'
import { fitments } from '#contract/fitments/fitments.ts'
import { manageOrders } from '#contract/orders/manage-orders.ts'
import { productNumbers } from '#contract/numbers/product-numbers.ts'
import { manageProducts } from '#contract/products/manage-products.ts'
import { manageSearch } from '#contract/manage-search.ts'
import { orders } from '#contract/orders/orders.ts'
import { products } from '#contract/products/products.ts'
import { quickOrder } from '#contract/quick-order.ts'
import { orderOf } from '../../testing/payments.ts'
import { addModel, fitmentFor } from '../../testing/rows/vehicle-rows.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop, TestUser } from '../../testing/shop.ts'
import { eachManagedOrder } from '../manage-orders/queries.ts'

let shop: TestShop
let ada: TestUser
beforeAll(async () => {
  shop = await openShop()
  ada = await shop.signIn({ name: 'Ada', isAdmin: true })
})
afterAll(() => shop.close())

const add = (name: string) =>
  shop.call(ada, products.add, {
    body: {
      name,
      price: 12,
      quantity: 100,
      description: 'A part of the test',
      img: '/parts/bonnet.svg',
    },
  })

/** @shows row-212 */
test.each([
  ['a no-break blank', 'Door\u00A0Rubber Seal'],
  ['two blanks', 'Door  Rubber Seal'],
  ['a blank of another width', 'Door Rubber\u2009Seal'],
  ['a zero-width blank', 'Door Rubber\u200B Seal'],
  ['a joiner', 'Door\u200D Rubber Seal'],
  ['a direction mark', 'Door Rubber Seal\u200E'],
  ['other capitals', 'DOOR rubber seal'],
])('a product whose name differs by %s is refused as the same', async (_, name) => {
  await add('Door Rubber Seal')
  const { status, body } = await add(name)
  expect([status, body.errors?.[0]?.field]).toEqual([409, 'name'])
})

/** @shows row-212 */
test('a name that mixes letters of two alphabets is refused with the word', async () => {
  const { status, body } = await add('Brаke dіsc')
  expect(status).toBe(422)
  expect(body.errors).toEqual([
    { field: 'name', message: '“Brаke” has letters of two alphabets that look alike' },
  ])
  for (const name of [
    'Тормозной диск',
    'Φίλτρο λαδιού',
    'Coil 10kΩ, 5 µF',
    'Bremsscheibe für Škoda',
  ]) {
    expect([name, (await add(name)).status]).toEqual([name, 200])
  }
})

/** @shows row-212 */
test('an order and a quick order find a product by its name with other blanks', async () => {
  const { id, price } = await shop.stock({ name: 'Lamp holder of the test' })
  const name = 'Lamp\u00A0holder  of the test'
  const { product: _, ...order } = orderOf({ id, name, price }, 10)
  const placed = await shop.call(ada, orders.place, { body: order })
  expect(placed.status).toBe(200)
  const { body } = await shop.call(ada, quickOrder.check, { body: { list: `${name}\t10` } })
  expect(body[0]?.product?._id).toBe(id)
})

/** @shows row-214 */
test('synonyms are sorted as languages do', async () => {
  const sorted = ['arm', 'ärmel', 'lüfter', 'mast', 'zahnrad'].map((term) => `${term} sortiert`)
  for (const term of sorted.toReversed()) {
    await shop.call(ada, manageSearch.add, { body: { terms: [term, `${term} 2`] } })
  }
  const query = { q: 'sortiert', limit: 50 }
  const { body } = await shop.call(ada, manageSearch.synonyms, { query })
  expect(body.map(({ terms }) => terms[0])).toEqual(sorted)
})

/** @shows row-214 */
test('names are sorted as languages do, with letters with accents beside those without', async () => {
  const sorted = [
    'Apple arm',
    'Äpple arm',
    'Äther pump',
    'Éclair',
    'Łożysko',
    'Lüfter',
    'Maß',
    'mast',
    'Øl filter',
    'Zebra',
    'Ωmega',
    'Ящик',
  ]
  for (const name of sorted.toReversed()) await shop.stock({ name: `${name} of sorting` })
  const shown = sorted.map((name) => `${name} of sorting`)
  const query = { q: 'sorting', sort: 'name' } as const
  const { body: found } = await shop.call(undefined, products.list, { query })
  expect(found.map(({ name }) => name)).toEqual(shown)
  const { body: all } = await shop.call(undefined, products.list, { query: { sort: 'name' } })
  expect(all.map(({ name }) => name).filter((name) => shown.includes(name))).toEqual(shown)
  const { body: managed } = await shop.call(ada, manageProducts.list, {
    query: { q: 'sorting', sort: 'name', direction: 'asc', limit: 50 },
  })
  expect(managed.map(({ name }) => name)).toEqual(shown)
  // Page by page, after the last one of the page before.
  const paged: string[] = []
  for (let after: string | undefined; paged.length < sorted.length;) {
    const page = await shop.call(undefined, products.list, {
      query: { ...query, limit: 5, ...(after && { after }) },
    })
    paged.push(...page.body.map(({ name }) => name))
    after = page.body.at(-1)?._id
  }
  expect(paged).toEqual(shown)
})

/** @shows row-214 */
test('orders by their product, cars of a part and numbers by their brand are sorted so too', async () => {
  const sorted = ['apple', 'Äpple', 'Éclair', 'Zebra']
  for (const name of sorted.toReversed()) {
    const part = await shop.stock({ name: `${name} to order` })
    await shop.call(ada, orders.place, { body: orderOf(part, 10) })
  }
  const names = async (direction: 'asc' | 'desc') => {
    const query = { page: 1, sort: 'product', direction } as const
    const { body } = await shop.call(ada, manageOrders.all, { query })
    return body.flatMap(({ name }) => (name.endsWith(' to order') ? name.slice(0, -9) : []))
  }
  expect(await names('asc')).toEqual(sorted)
  expect(await names('desc')).toEqual(sorted.toReversed())
  const filter = { tab: 'all', sort: 'product', direction: 'asc' } as const
  const exported = []
  for await (const { name } of eachManagedOrder(shop.database.db, filter, 1)) exported.push(name)
  expect(exported.filter((name) => name.endsWith(' to order'))).toEqual(
    sorted.map((name) => `${name} to order`),
  )

  const { id } = await shop.stock()
  const params = { id }
  for (const make of ['Škoda', 'seat', 'Zastava']) {
    for (const model of ['Éclair', 'Zebra', 'apple']) await addModel(shop, { make, model })
  }
  const cars = ['zastava', 'skoda', 'seat'].flatMap((make) =>
    ['zebra', 'eclair', 'apple'].map((model) => fitmentFor(`${make}/${model}/2014`)),
  )
  const { body: before } = await shop.call(ada, fitments.managed, { params })
  await shop.call(ada, fitments.change, {
    params,
    body: { isUniversal: false, fitments: cars, seen: before.version },
  })
  const inOrder = cars.map(({ make, model }) => `${make} ${model}`).toSorted()
  const { body: shown } = await shop.call(undefined, fitments.ofProduct, { params })
  expect(shown.fitments.map(({ make, model }) => `${make} ${model}`)).toEqual(inOrder)
  const { body: page } = await shop.call(undefined, products.page, { query: { product: id } })
  expect(page.fitments.map(({ make, model }) => `${make} ${model}`)).toEqual(inOrder)

  const brands = ['Ätek', 'Bosch', 'Éclair', 'Zenith']
  const numbers = brands
    .toReversed()
    .map((brand) => ({ kind: 'interchange', brand, number: 'N 1' }) as const)
  const { body: stored } = await shop.call(ada, productNumbers.managed, { params })
  const { body: changed } = await shop.call(ada, productNumbers.change, {
    params,
    body: { numbers, replacedBy: null, seen: stored.version },
  })
  expect(changed.numbers.map(({ brand }) => brand)).toEqual(brands)
})
