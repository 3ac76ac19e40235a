import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { manageProducts } from '#contract/products/manage-products.ts'
import type { ProductChange } from '#contract/products/manage-products.ts'
import { orders } from '#contract/orders/orders.ts'
import { products } from '#contract/products/products.ts'
import { checkInvariants } from '../../invariants/check.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop, TestUser } from '../../testing/shop.ts'

let shop: TestShop
let anna: TestUser
let mia: TestUser
beforeAll(async () => {
  shop = await openShop()
  anna = await shop.signIn({ name: 'Anna', isAdmin: true })
  mia = await shop.signIn()
})
afterAll(async () => {
  const violations = await checkInvariants(shop.database.pool)
  await shop.close()
  expect(violations).toEqual([])
})

const look = async (id: string) =>
  (await shop.call(anna, manageProducts.one, { params: { id } })).body

/** The body of a form that was opened when the product looked like this. */
const detailsOf = ({
  name,
  price,
  description,
  img,
  partNumber,
}: Awaited<ReturnType<typeof look>>) => ({ name, price, description, img, partNumber })

async function edited(id: string, changes: Partial<ProductChange>) {
  const seen = detailsOf(await look(id))
  return { ...seen, seen, ...changes }
}

const change = (id: string, body: ProductChange) =>
  shop.call(anna, manageProducts.change, { params: { id }, body })

const changeStock = (
  id: string,
  body: { delta: number; reason?: string; seen?: number },
  idempotencyKey?: string,
) =>
  shop.call(
    anna,
    manageProducts.stock,
    { params: { id }, body: { reason: 'Counted again', ...body } },
    idempotencyKey ? { idempotencyKey } : {},
  )

const order = (product: { id: string; name: string; price: number }, quantity = 10) =>
  shop.call(mia, orders.place, {
    body: {
      product: product.id,
      name: product.name,
      quantity,
      price: (product.price * 100 * quantity) / 100,
    },
  })

const actionsOf = async (id: string) =>
  (
    await shop.database.pool.query(
      'select action, before, after from admin_actions where target = $1 order by id',
      [id],
    )
  ).rows

describe('the details of a product', () => {
  /** @shows row-84 */
  test('change field by field, and each change is in the audit log with its reason', async () => {
    const { id, name } = await shop.stock({ price: 1879 })
    const body = await edited(id, {
      price: 19.5,
      description: 'Now with clips',
      reason: 'New list',
    })
    expect((await change(id, body)).body).toEqual({ modifiedCount: 1 })
    const shown = await shop.call(undefined, products.one, { params: { id } })
    expect(shown.body).toMatchObject({ name, price: 19.5, description: 'Now with clips' })
    expect(await actionsOf(id)).toEqual([
      {
        action: 'change-product',
        before: { price_cents: 1879, description: 'A part for tests' },
        after: { price_cents: 1950, description: 'Now with clips', reason: 'New list' },
      },
    ])
    const { rows } = await shop.database.pool.query(
      'select price_cents from product_prices where product_id = $1 order by id',
      [id],
    )
    expect(rows.map(({ price_cents }) => price_cents)).toEqual([1879, 1950])
  })

  test('keep a concurrent change of another admin until it was shown', async () => {
    const { id } = await shop.stock({ price: 1000 })
    const mine = await edited(id, { price: 12 })
    const theirs = await edited(id, { price: 13, description: 'Written by somebody else' })
    await change(id, theirs)
    const refused = await change(id, mine)
    expect([refused.status, refused.body.code]).toEqual([409, 'changed-meanwhile'])
    expect(refused.body.errors).toEqual([
      { field: 'price', message: expect.stringContaining('“$13.00”') },
    ])
    const again = { ...mine, seen: { ...mine.seen, price: 13 } }
    expect((await change(id, again)).body).toEqual({ modifiedCount: 1 })
    // Fields that this admin never touched keep what the other wrote.
    expect(await look(id)).toMatchObject({ price: 12, description: 'Written by somebody else' })
  })

  test('are not in the audit log when nothing changed', async () => {
    const { id } = await shop.stock()
    expect((await change(id, await edited(id, {}))).body).toEqual({ modifiedCount: 0 })
    expect(await actionsOf(id)).toEqual([])
  })

  test('have a unique name among live products', async () => {
    const [one, other] = [await shop.stock(), await shop.stock()]
    const refused = await change(one.id, await edited(one.id, { name: other.name.toUpperCase() }))
    expect([refused.status, refused.body.code]).toEqual([409, 'duplicate'])
    expect(refused.body.errors?.[0]?.field).toBe('name')
  })

  test('keep name and picture of existing orders when they change', async () => {
    const part = await shop.stock()
    const { insertedId } = (await order(part)).body
    await change(part.id, await edited(part.id, { name: 'Another name', img: '/parts/x.svg' }))
    const placed = await shop.call(mia, orders.one, { params: { id: insertedId } })
    expect(placed.body).toMatchObject({ name: part.name, img: '/parts/door-rubber.svg' })
  })
})

describe('stock', () => {
  /** @shows row-84 */
  test('changes by a difference, which keeps sales that happen meanwhile', async () => {
    const part = await shop.stock({ quantity: 100 })
    await order(part, 30)
    expect((await changeStock(part.id, { delta: 50, reason: 'Delivery 17' })).body).toEqual({
      quantity: 120,
    })
    expect(await actionsOf(part.id)).toEqual([
      {
        action: 'change-product',
        before: { quantity: 70 },
        after: { quantity: 120, reason: 'Delivery 17' },
      },
    ])
  })

  test('accepts a count only while it equals the expected stock', async () => {
    const part = await shop.stock({ quantity: 100 })
    await order(part, 30)
    const refused = await changeStock(part.id, { delta: -2, seen: 100 })
    expect([refused.status, refused.body.code, refused.body.available]).toEqual([
      409,
      'changed-meanwhile',
      70,
    ])
    expect((await changeStock(part.id, { delta: -2, seen: 70 })).body).toEqual({ quantity: 68 })
  })

  test('never falls below zero or rises above its maximum', async () => {
    const { id } = await shop.stock({ quantity: 5 })
    const below = await changeStock(id, { delta: -6 })
    expect([below.status, below.body.code, below.body.available]).toEqual([
      409,
      'insufficient-stock',
      5,
    ])
    const above = await changeStock(id, { delta: 1_000_000 })
    expect([above.status, above.body.errors?.[0]?.field]).toEqual([422, 'delta'])
    expect((await look(id)).quantity).toBe(5)
    expect(await actionsOf(id)).toEqual([])
  })

  test('changes once per idempotency key', async () => {
    const { id } = await shop.stock({ quantity: 10 })
    const answers = await Promise.all([
      changeStock(id, { delta: 5 }, `stock of ${id}`.replaceAll(' ', '-')),
      changeStock(id, { delta: 5 }, `stock of ${id}`.replaceAll(' ', '-')),
    ])
    expect(answers.map(({ body }) => body)).toEqual([{ quantity: 15 }, { quantity: 15 }])
  })

  test.each([{ delta: 0 }, { delta: 1.5 }, { delta: 1_000_001 }, { delta: 1, reason: ' ' }])(
    'refuses a change of %j',
    async (body) => {
      const { id } = await shop.stock({ quantity: 10 })
      expect((await changeStock(id, body)).status).toBe(422)
    },
  )

  /** @shows row-84 */
  test('adds up when changes and orders happen at the same time', async () => {
    const part = await shop.stock({ quantity: 400 })
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        n % 2 ? order(part, 10 + n) : changeStock(part.id, { delta: n % 4 ? -1 : 3 }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const sold = [1, 3, 5, 7, 9, 11, 13, 15, 17, 19].reduce((sum, n) => sum + 10 + n, 0)
    expect((await look(part.id)).quantity).toBe(400 - sold + 5 * 3 - 5)
  })
})

const remove = (id: string) => shop.call(anna, products.remove, { params: { id } })
const restore = (id: string) => shop.call(anna, manageProducts.restore, { params: { id } })

describe('an archived product', () => {
  /** @shows row-84 */
  test('leaves the shop, keeps its orders, and can be restored unchanged', async () => {
    const part = await shop.stock({ quantity: 40 })
    const { insertedId } = (await order(part)).body
    const before = await look(part.id)
    await remove(part.id)
    expect((await shop.call(undefined, products.one, { params: { id: part.id } })).status).toBe(404)
    expect((await look(part.id)).archivedAt).not.toBeNull()
    expect((await shop.call(mia, orders.one, { params: { id: insertedId } })).status).toBe(200)
    expect((await restore(part.id)).body).toEqual({ modifiedCount: 1 })
    expect((await restore(part.id)).body).toEqual({ modifiedCount: 0 })
    expect(await look(part.id)).toEqual(before)
    expect((await shop.call(undefined, products.one, { params: { id: part.id } })).status).toBe(200)
    expect((await actionsOf(part.id)).map(({ action }) => action)).toEqual([
      'archive-product',
      'restore-product',
    ])
  })

  test('cannot be restored while its name is in use, and can be renamed', async () => {
    const part = await shop.stock()
    await remove(part.id)
    await shop.stock({ name: part.name })
    const refused = await restore(part.id)
    expect([refused.status, refused.body.code]).toEqual([409, 'duplicate'])
    await change(part.id, await edited(part.id, { name: `${part.name}, older` }))
    expect((await restore(part.id)).body).toEqual({ modifiedCount: 1 })
  })
})
