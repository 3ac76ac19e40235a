import type { Transaction } from 'kysely'
import type { ClientBase } from 'pg'
import { toRungs } from '#contract/prices/ladder.ts'
import type { OwnPrices } from '#contract/products/account-prices.ts'
import { pricesOnList, linePrice } from '#contract/prices/unit-price.ts'
import type { AccountList, Prices, Rung } from '#contract/prices/unit-price.ts'
import { toCents, toDollars } from '#contract/shared/fields.ts'
import { chargeMin } from '#contract/shared/quantity.ts'
import { prepared } from '../../db/prepared.ts'
import type { Schema } from '../../db/schema.ts'

/** The price list of an account, with its own prices of some products. */
export interface LoadedList {
  name: string
  percentOff: number
  /** The least goods of an order, in dollars. */
  minOrder: number
  /** By product, in cents. */
  own: ReadonlyMap<string, readonly Rung[]>
}

interface ListRow {
  name: string
  percentOff: number
  minOrderCents: number
  /** In cents. */
  own: (Rung & { product: string })[]
}

const selectList = prepared<ListRow, { list: string; products: readonly string[] }>(
  'price-list-for-products',
  (p) => `select name, percent_off::float8 as "percentOff", min_order_cents as "minOrderCents",
     coalesce((
       select jsonb_agg(jsonb_build_object(
         'product', product_id, 'from', min_quantity, 'price', price_cents))
       from list_prices where price_list = price_lists.id and product_id = any (${p.products}::uuid[])
     ), '[]') as own
   from price_lists where id = ${p.list}`,
)

/** The list of an account for some products, by ids in lower case; undefined for an account without one. */
export async function loadAccountList(
  sql: Pick<ClientBase, 'query'>,
  list: string | null,
  products: readonly string[],
): Promise<LoadedList | undefined> {
  return list === null ? undefined : toList(await selectList(sql, { list, products }))
}

const selectTerms = prepared<{ id: string; name: string; percentOff: number }, { list: string }>(
  'terms-of-price-list',
  (p) =>
    `select id, name, percent_off::float8 as "percentOff" from price_lists where id = ${p.list}`,
)

/** The list without its own prices; undefined if it was deleted. */
export const findTerms = async (sql: Pick<ClientBase, 'query'>, list: string) =>
  (await selectTerms(sql, { list }))[0]

const selectListOf = prepared<{ list: string | null }, { userId: string }>(
  'price-list-of-account',
  (p) =>
    `select case when email_verified then price_list end as list from users where id = ${p.userId}`,
)

/** Re-reads the account’s list: it may have changed since the request was authenticated. */
export async function loadListOfAccount(
  sql: Pick<ClientBase, 'query'>,
  userId: string,
  products: readonly string[],
): Promise<LoadedList | undefined> {
  const [account] = await selectListOf(sql, { userId })
  return loadAccountList(sql, account?.list ?? null, products)
}

/** `loadAccountList` within a transaction. */
export async function loadAccountListIn(
  trx: Transaction<Schema>,
  list: string | null,
  products: readonly string[],
): Promise<LoadedList | undefined> {
  if (list === null) return undefined
  return toList(await selectList.runIn(trx, { list, products }))
}

function toList([row]: readonly ListRow[]): LoadedList | undefined {
  if (!row) return undefined
  const own = new Map<string, Rung[]>()
  for (const { product, from, price } of row.own) {
    own.set(product, [...(own.get(product) ?? []), { from, price }])
  }
  const { name, percentOff, minOrderCents } = row
  return { name, percentOff, minOrder: toDollars(minOrderCents), own }
}

/** The least goods of an order in dollars: what the list asks for, and what a card can pay of reduced prices. */
export const leastGoods = (list: LoadedList | undefined) =>
  list ? Math.max(list.minOrder, toDollars(chargeMin)) : 0

type Priced = Prices & { _id: string }

/** A row of `products` with its prices in dollars. */
export const toPriced = (row: {
  id: string
  price_cents: number
  breaks: number[] | null
}): Priced => ({
  _id: row.id,
  price: toDollars(row.price_cents),
  breaks: toRungs(row.breaks ?? []),
})

const listOf = ({ name, percentOff, own }: LoadedList, id: string): AccountList => ({
  name,
  percentOff,
  own: own.get(id) ?? [],
})

const inCents = ({ price, breaks = [] }: Prices): Prices => ({
  price: toCents(price),
  breaks: breaks.map((rung) => ({ from: rung.from, price: toCents(rung.price) })),
})

/** What a product costs an account, in dollars. */
export function pricesFor(product: Priced, list: LoadedList | undefined): OwnPrices {
  const { price, breaks = [] } = product
  if (!list) return { price, breaks: [...breaks], from: 'list' }
  const open = pricesOnList(inCents(product))
  const own = pricesOnList(inCents(product), listOf(list, product._id))
  const isLower = JSON.stringify(own) !== JSON.stringify(open)
  return {
    price: toDollars(own.price),
    breaks: own.breaks.map((rung) => ({ from: rung.from, price: toDollars(rung.price) })),
    from: isLower ? list.name : 'list',
    ...(list.minOrder > 0 && { minOrder: list.minOrder }),
  }
}

/** What one unit of a product costs an account in a line, in dollars. */
export const unitPriceFor = (product: Priced, quantity: number, list: LoadedList | undefined) =>
  toDollars(linePrice(inCents(product), quantity, list && listOf(list, product._id)).price)

/** A part at the prices of an account, with the public price if they are lower. */
export function pricedFor<Part extends Priced>(
  part: Part,
  list: LoadedList | undefined,
): Part & { listPrice?: number; priceFrom?: string } {
  const { price, breaks, from } = pricesFor(part, list)
  if (!list || from === 'list') return part
  return { ...part, price, breaks, listPrice: part.price, priceFrom: from }
}
