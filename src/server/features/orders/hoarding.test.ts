import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { orders } from '#contract/orders.ts'
import { orderOf } from '../../testing/payments.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop, TestUser } from '../../testing/shop.ts'
import { seedDemoCatalogue } from '../products/demo/demo-catalogue.ts'

interface Held {
  units: number
  dollars: number
}

type Product = { id: string; name: string; price: number; quantity: number }

const countOf: Record<keyof Held, (product: Product) => number> = {
  units: ({ quantity }) => quantity,
  dollars: ({ quantity, price }) => quantity * price,
}

/** The products that can be ordered, those first of which most can be held. */
async function offered({ database }: TestShop, by: keyof Held): Promise<Product[]> {
  const { rows } = await database.pool.query<Product>(
    `select id, name, price_cents / 100.0::float8 as price, quantity from products
     where quantity >= 10`,
  )
  return rows.toSorted((a, b) => countOf[by](b) - countOf[by](a))
}

/** Reserves as much as the shop lets the account have, the most profitable products first. */
async function hoard(shop: TestShop, user: TestUser, by: keyof Held) {
  const place = (product: Product, quantity: number) =>
    shop.call(
      user,
      orders.place,
      { body: orderOf(product, quantity) },
      { idempotencyKey: randomUUID() },
    )
  for (const product of await offered(shop, by)) {
    const { status, body } = await place(product, product.quantity)
    if (status === 409 && (body.available ?? 0) >= 10) await place(product, body.available!)
  }
}

/** The most that some fresh accounts can hold, by units or by dollars, of the demo catalogue. */
async function mostHeld(settings: Record<string, string>, isVerified: boolean) {
  const held: Held[] = []
  const shop = await openShop({ LIMITS: 'on', ...settings })
  onTestFinished(() => shop.close())
  await seedDemoCatalogue(shop.database.db)
  // The decision is about products with the default minimum.
  await shop.database.pool.query('update products set minimum_order = null, pack_size = null')
  const total = async () => {
    const { rows } = await shop.database.pool.query<Held>(
      `select coalesce(sum(quantity), 0)::int as units,
         round(coalesce(sum(total_cents), 0) / 100)::int as dollars
       from orders where held_until is not null`,
    )
    return rows[0]!
  }
  for (const accounts of [1, 2, 10]) {
    const row: Partial<Held> = {}
    for (const by of ['units', 'dollars'] as const) {
      const people = await Promise.all(
        Array.from({ length: accounts }, () => shop.signIn({ isVerified })),
      )
      for (const user of people) await hoard(shop, user, by)
      row[by] = (await total())[by]
      await giveBack(shop)
    }
    held.push(row as Held)
  }
  return held
}

/** As if all reservations had been released. */
const giveBack = ({ database: { pool } }: TestShop) =>
  pool.query(
    `with freed as (update orders set held_until = null where held_until is not null
                    returning id),
       sums as (select product_id, sum(quantity)::int as units
                from freed join order_lines on order_id = freed.id group by 1)
     update products set quantity = quantity + units from sums where id = product_id`,
  )

const asInVersion010 = { UNCONFIRMED_STOCK_PERCENT: '100', FIRST_RESERVATION_MINUTES: '60' }

const unconfirmed010 = {
  ...asInVersion010,
  UNCONFIRMED_PRODUCTS_MAX: '20',
  FIRST_RESERVATIONS_MAX: '20',
}

const all = { units: 6225, dollars: 235_951 }

/** One, two and ten accounts: the table of decision 0047. `npm test` prints it where it differs. */
const tables: [string, Record<string, string>, boolean, Held[]][] = [
  [
    'without a confirmed address, by the limits of 0.1.0',
    unconfirmed010,
    false,
    [{ units: 6118, dollars: 219_044 }, all, all],
  ],
  [
    'without a confirmed address',
    {},
    false,
    [
      { units: 1260, dollars: 47_095 },
      { units: 2045, dollars: 68_044 },
      { units: 4597, dollars: 153_223 },
    ],
  ],
  [
    'with a confirmed address, by the limits of 0.1.0',
    { ...asInVersion010, FIRST_RESERVATIONS_MAX: '50' },
    true,
    [all, all, all],
  ],
  [
    'with a confirmed address',
    {},
    true,
    [{ units: 5060, dollars: 150_399 }, { units: 6118, dollars: 219_044 }, all],
  ],
]

/** @shows P15 */
test.each(tables)(
  'the most that fresh accounts can hold of the demo catalogue: %s',
  async (_, settings, isVerified, most) => {
    expect(await mostHeld(settings, isVerified)).toEqual(most)
  },
)
