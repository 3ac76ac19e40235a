import type { ClientBase } from 'pg'
import { prepared } from '../../../db/prepared.ts'
import type { Parameters } from '../../../db/prepared.ts'
import { sqlText } from '../../../db/sql-text.ts'
import type { Destination } from '../../taxes/destination.ts'
import type { Placed } from './insert-order.ts'
import { isAgreed, shippingOf } from './line-prices.ts'
import { taxesBy, taxValues } from './line-taxes.ts'
import type { RateValues } from './line-taxes.ts'
import type { LineValues } from './order-values.ts'

type RepeatedValues = Pick<
  LineValues,
  'userId' | 'products' | 'quantities' | 'totalCents' | 'vehicles' | 'shippingCents' | 'reference'
>

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
    and not exists (
      select from unnest(${p.products}::uuid[], ${p.quantities}::integer[], ${p.vehicles}::text[])
        as wanted (product_id, units, vehicle)
      where not exists (
        select from order_lines
        where order_id = orders.id and order_lines.product_id = wanted.product_id
          and order_lines.quantity = units
          and order_lines.vehicle is not distinct from wanted.vehicle))
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
