import type { ClientBase } from 'pg'
import { againMax } from '#contract/cart/cart.ts'
import { prepared } from '../../../db/prepared.ts'
import type { Parameters } from '../../../db/prepared.ts'
import { sqlText } from '../../../db/sql-text.ts'
import type { Destination } from '../../taxes/destination.ts'
import { orderedMeanwhile } from '../../cart/ordered-meanwhile.ts'
import type { EarlierRow } from '../../cart/ordered-meanwhile.ts'
import type { Placed } from './insert-order.ts'
import { isAgreed, shippingOf } from './line-prices.ts'
import { taxesBy, taxValues } from './line-taxes.ts'
import type { RateValues } from './line-taxes.ts'
import type { LineValues } from './order-values.ts'

type Goods = Pick<LineValues, 'userId' | 'products' | 'quantities'>

type RepeatedValues = Pick<
  LineValues,
  'userId' | 'products' | 'quantities' | 'totalCents' | 'vehicles' | 'shippingCents' | 'reference'
>

/** Whether an order has lines of these parts in these quantities, and for these cars if they are named. */
function hasLines({ products, quantities }: Parameters<Goods>, vehicles?: string) {
  const [cars, names, isSame] = vehicles
    ? [
        `, ${vehicles}::text[]`,
        ', vehicle',
        ' and line.vehicle is not distinct from wanted.vehicle',
      ]
    : ['', '', '']
  return sqlText`
    not exists (
      select from unnest(${products}::uuid[], ${quantities}::integer[]${cars})
        as wanted (product_id, units${names})
      where not exists (
        select from order_lines as line
        where line.order_id = orders.id and line.product_id = wanted.product_id
          and line.quantity = units${isSame}))`
}

const listGoods = 'sum(cents)::bigint as goods'

interface ListTotal {
  /** The sums of an order's lines, in `cents` each. */
  sums: string
  total: string
}

/** The total of an order at the prices without ladders and lists. */
const listTotalOf = ({ sums, total }: ListTotal) => sqlText`
  (select ${total}
    from (
      select ${sums}
      from (
        select coalesce(list_price_cents, unit_price_cents)::bigint * quantity as cents
        from order_lines where order_id = orders.id) as line) as listed)`

const repeatedOrder = (p: Parameters<RepeatedValues>, listTotal: ListTotal) => sqlText`
  select id as "insertedId" from orders
  where user_id = ${p.userId} and line_count = cardinality(${p.products}::uuid[])
    and ${isAgreed(`${p.totalCents}::bigint`, 'total_cents', listTotalOf(listTotal))}
    and reference is not distinct from ${p.reference}
    and status = 'unpaid' and deleted_at is null and created_at > now() - interval '5 seconds'
    and ${hasLines(p, p.vehicles)}
  order by id desc limit 1`

const findOrder = prepared<Placed, RepeatedValues>('find-repeated-order', (p) => {
  const shipping = shippingOf('goods', `${p.shippingCents}::bigint`)
  return repeatedOrder(p, { sums: listGoods, total: `goods + ${shipping}` })
})

const findTaxedOrder = prepared<Placed, RepeatedValues & RateValues>(
  'find-repeated-taxed-order',
  (p) => {
    const { sumOfTaxes, totalOf } = taxesBy(p)
    return repeatedOrder(p, {
      sums: sqlText`
        ${listGoods},
          ${sumOfTaxes('cents')} as taxes`,
      total: totalOf('goods', 'taxes'),
    })
  },
)

/** Finds a repeated order: unpaid, of the last five seconds, with the same lines, cars, buyer's number and total. */
export const findRepeated = (
  on: Pick<ClientBase, 'query'>,
  values: LineValues,
  destination: Destination | undefined,
): Promise<Placed[]> =>
  destination ? findTaxedOrder(on, { ...values, ...taxValues(destination) }) : findOrder(on, values)

/** Two of an account who order the same list do so within this time, and the same list is ordered anew later. */
const sameListMinutes = 10

const lockList = prepared<object, { list: string }>(
  'lock-list',
  (p) => `select pg_advisory_xact_lock(hashtextextended(${p.list}, 0))`,
)

const findSameLists = prepared<EarlierRow, Goods>(
  'find-same-lists',
  (p) => sqlText`
    select id, quantity as units, total_cents, created_at from orders
    where user_id = ${p.userId} and line_count = cardinality(${p.products}::uuid[])
      and deleted_at is null and status <> 'refunded'
      and created_at > now() - interval '${sameListMinutes} minutes'
      and ${hasLines(p)}
    order by id desc limit ${againMax}`,
)

/**
 * Refuses a list that the account has ordered in the last ten minutes, except in the orders `again`, of which the buyer
 * knows. Orders of one list wait for each other until the transaction ends.
 */
export async function refuseSameList(
  on: Pick<ClientBase, 'query'>,
  { userId, products, quantities }: Goods,
  again: readonly string[],
) {
  const list = products.map((product, index) => `${product} ${quantities[index]}`).toSorted()
  await lockList(on, { list: [userId, ...list].join() })
  const known = new Set(again.map((id) => id.toLowerCase()))
  const earlier = await findSameLists(on, { userId, products, quantities })
  // All of them: a request that names them is not refused for one that the buyer has seen before.
  if (earlier.some(({ id }) => !known.has(id))) throw orderedMeanwhile(earlier)
}
