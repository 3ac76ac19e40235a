import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { toDollars } from '#contract/shared/fields.ts'
import { salesDaysMax } from '#contract/trade-sales.ts'
import type { SalesFilter, SalesTotals, TradeSale } from '#contract/trade-sales.ts'
import type { Db } from '../../db/index.ts'
import { AppError } from '../../errors/errors.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Throws if the period is empty or longer than a year. */
export function requirePeriod({ from, to }: SalesFilter) {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1
  const message =
    days < 1
      ? 'The last day is before the first'
      : days > salesDaysMax
        ? `A period can have at most ${salesDaysMax} days`
        : undefined
  if (message) throw new AppError('invalid', { errors: [{ field: 'to', message }] })
}

export interface Sales extends SalesFilter {
  timeZone: string
}

/** Orders from the first id, before the other. */
type Range = readonly [since: RawBuilder<unknown>, until: RawBuilder<unknown>]

const rangeOf = ({ from, to, timeZone }: Sales): Range => [
  sql`id_since(${from}::date::timestamp at time zone ${timeZone})`,
  sql`id_since((${to}::date + 1)::timestamp at time zone ${timeZone})`,
]

const contains = (text: RawBuilder<unknown>, part: string | undefined) =>
  part ? sql`strpos(lower(${text}), ${part.toLowerCase()}) > 0` : sql`true`

/** The lines that the filter leaves, of accounts that have or had terms of their own. Orders are found by account and by the time in their ids. */
const soldLines = (filter: Sales, [since, until] = rangeOf(filter)) => sql`
  select users.id as buyer, users.email, company, orders.id as order_id,
    orders.created_at as placed_at, line, order_lines.product_id,
    order_lines.name, order_lines.part_number, order_lines.quantity, unit_price_cents, price_from,
    coalesce(list_price_cents, unit_price_cents) as list_cents
  from (
      select user_id as id from trade_accounts where state in ('approved', 'closed')
      -- Former accounts may ask again, or withdraw that.
      union select target from audit_entries
        where action = 'decide-trade-account' and after ->> 'state' = 'approved'
      union select id from users where price_list is not null
    ) as buyer
    join users on users.id = buyer.id
    left join trade_accounts on trade_accounts.user_id = users.id
    join orders on orders.user_id = users.id
    join order_lines on order_lines.order_id = orders.id
  where orders.status in ('paid', 'shipped') and orders.deleted_at is null
    and orders.id >= ${since} and orders.id < ${until}
    and ${contains(sql`concat_ws(' ', company, users.email)`, filter.account)}
    and ${contains(sql`concat_ws(' ', order_lines.name, order_lines.part_number)`, filter.product)}`

const byPrice = sql`group by buyer, product_id, unit_price_cents, list_cents`

const sums = sql`count(distinct order_id)::integer as orders, sum(quantity)::integer as units,
  sum(quantity::bigint * unit_price_cents)::bigint as amount,
  sum(quantity::bigint * list_cents)::bigint as "atListPrice"`

/** One numbered page, the largest sums first. */
export async function listSales(
  db: Db,
  { page, limit, ...filter }: Sales & { page: number; limit: number },
): Promise<TradeSale[]> {
  const { rows } = await sql<TradeSale>`
    with sold as (${soldLines(filter)})
    select concat_ws('-', buyer, product_id, unit_price_cents, list_cents) as "_id",
      max(email) as email, max(company) as company, max(name) as name,
      max(part_number) as "partNumber", unit_price_cents as "unitPrice", list_cents as "listPrice",
      ${sums}
    from sold ${byPrice}
    order by amount desc, "_id" limit ${limit} offset ${(page - 1) * limit}`.execute(db)
  return rows.map((row) => ({
    ...row,
    unitPrice: toDollars(row.unitPrice),
    listPrice: toDollars(row.listPrice),
    amount: toDollars(row.amount),
    atListPrice: toDollars(row.atListPrice),
  }))
}

export async function sumSales(db: Db, filter: Sales): Promise<SalesTotals> {
  const { rows } = await sql<Omit<SalesTotals, 'isCapped'>>`
    with sold as (${soldLines(filter)})
    select (select count(*)::integer from (select from sold ${byPrice}) as rows) as count,
      count(distinct order_id)::integer as orders, coalesce(sum(quantity), 0)::integer as units,
      coalesce(sum(quantity::bigint * unit_price_cents), 0)::bigint as amount,
      coalesce(sum(quantity::bigint * list_cents), 0)::bigint as "atListPrice"
    from sold`.execute(db)
  const { count = 0, orders = 0, units = 0, amount = 0, atListPrice = 0 } = rows[0] ?? {}
  return {
    count,
    isCapped: false,
    orders,
    units,
    amount: toDollars(amount),
    atListPrice: toDollars(atListPrice),
  }
}

interface SoldLine {
  order: string
  line: number
  placedAt: Date
  email: string
  company: string | null
  partNumber: string | null
  name: string
  quantity: number
  /** In dollars. */
  unitPrice: number
  listPrice: number
  priceFrom: string | null
}

/**
 * The lines in the order of their orders. Read in ranges of so many orders of the shop: a range of lines would need all later ones
 * sorted, again for each.
 */
export async function* eachSoldLine(
  db: Db,
  filter: Sales,
  ordersPerRange = 1000,
): AsyncGenerator<SoldLine> {
  let [since, end] = rangeOf(filter)
  for (;;) {
    const { rows: following } = await sql<{ id: string }>`
      select id from orders where id >= ${since} and id < ${end} and deleted_at is null
      order by id offset ${ordersPerRange} limit 1`.execute(db)
    const [next] = following.map(({ id }) => sql`${id}::uuid`)
    const { rows } = await sql<SoldLine>`
      with sold as (${soldLines(filter, [since, next ?? end])})
      select order_id as "order", line, placed_at as "placedAt", email, company,
        part_number as "partNumber", name, quantity, unit_price_cents as "unitPrice",
        list_cents as "listPrice", price_from as "priceFrom"
      from sold order by order_id, line`.execute(db)
    yield* rows.map((row) => ({
      ...row,
      unitPrice: toDollars(row.unitPrice),
      listPrice: toDollars(row.listPrice),
    }))
    if (!next) return
    since = next
  }
}
