import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { quantityMin } from '#contract/shared/quantity.ts'
import { placeLines } from '../../testing/order-lines.ts'
import type { Wanted } from '../../testing/order-lines.ts'
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

/** What an attacker orders first: the most of all, or the most of what is beyond the share of the stock. */
type Target = 'all' | 'beyond-share'

interface Goal {
  by: keyof Held
  target: Target
}

/** The products that can be ordered, the most profitable ones first. */
async function offered({ database }: TestShop, { by, target }: Goal): Promise<Product[]> {
  const { rows } = await database.pool.query<Product>(
    `select id, name, price_cents / 100.0::float8 as price, quantity from products
     where quantity >= 10`,
  )
  const profit = (product: Product) => {
    const share = Math.max(Math.floor(product.quantity / 2), quantityMin)
    const quantity = target === 'all' ? product.quantity : product.quantity - share
    return countOf[by]({ ...product, quantity })
  }
  return rows.toSorted((a, b) => profit(b) - profit(a))
}

/** Reserves as much as the shop lets the account have, in one order: without the lines and units that it refuses. */
async function hoard(shop: TestShop, user: TestUser, goal: Goal) {
  let wanted: Wanted = (await offered(shop, goal)).map((product) => [product, product.quantity])
  while (wanted.length > 0) {
    const { body } = await placeLines(shop, user, wanted, { idempotencyKey: randomUUID() })
    if (body.insertedId) return
    if (body.code === 'too-many-products') {
      wanted = wanted.slice(0, Number(/\d+/.exec(body.detail!)?.[0]))
    } else {
      expect(body.code).toBe('too-many-units')
      const news = new Map(body.lines!.map(({ product, available }) => [product, available ?? 0]))
      wanted = wanted
        .map(([part, units]) => [part, news.get(part.id) ?? units] as const)
        .filter(([, units]) => units >= quantityMin)
    }
  }
}

/** The most that some fresh accounts can hold, by units or by dollars, of the demo catalogue. */
async function mostHeld(
  settings: Record<string, string>,
  { isVerified, target }: { isVerified: boolean; target: Target },
) {
  const held: Held[] = []
  const shop = await openShop({ LIMITS: 'on', ...settings })
  onTestFinished(() => shop.close())
  await seedDemoCatalogue(shop.database.db)
  // The decision is about products with the default minimum, at the prices of its time.
  await shop.database.pool.query(
    `update products set minimum_order = null, pack_size = null, breaks = null,
       price_cents = case part_number when 'AP-AC-9001' then 1879 else price_cents end`,
  )
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
      for (const user of people) await hoard(shop, user, { by, target })
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

const wholeStocks = { UNCONFIRMED_STOCK_PERCENT: '100', FIRST_STOCK_PERCENT: '100' }

const unconfirmed010 = { ...wholeStocks, UNCONFIRMED_PRODUCTS_MAX: '20' }

const all = { units: 6225, dollars: 235_951 }

interface Row {
  settings: Record<string, string>
  isVerified: boolean
  target: Target
  most: Held[]
}

/** One, two and ten accounts: the table of decision 0068. `npm test` prints it where it differs. */
const tables: [string, Row][] = [
  [
    'without a confirmed address, by the limits of 0.1.0',
    {
      settings: unconfirmed010,
      isVerified: false,
      target: 'all',
      most: [{ units: 6118, dollars: 219_044 }, all, all],
    },
  ],
  [
    'without a confirmed address',
    {
      settings: {},
      isVerified: false,
      target: 'all',
      most: [
        { units: 1260, dollars: 47_095 },
        { units: 2045, dollars: 68_044 },
        { units: 4597, dollars: 153_223 },
      ],
    },
  ],
  [
    'with a confirmed address, without shares',
    { settings: wholeStocks, isVerified: true, target: 'all', most: [all, all, all] },
  ],
  [
    'with a confirmed address',
    {
      settings: {},
      isVerified: true,
      target: 'beyond-share',
      most: [
        { units: 5646, dollars: 193_083 },
        { units: 6205, dollars: 232_431 },
        { units: 6205, dollars: 234_583 },
      ],
    },
  ],
]

/** @shows P15 */
test.each(tables)(
  'the most that fresh accounts can hold of the demo catalogue: %s',
  async (_, { settings, most, ...attacker }) => {
    expect(await mostHeld(settings, attacker)).toEqual(most)
  },
)
