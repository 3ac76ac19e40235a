import type { ClientBase } from 'pg'
import { prepared } from '../../../db/index.ts'
import type { Destination } from '../../taxes/destination.ts'
import type { LineValues, Placed } from './insert-order.ts'
import { isAgreed, shippingOf } from './line-prices.ts'
import { taxesBy, taxValues } from './line-taxes.ts'
import type { RateValues } from './line-taxes.ts'

type RepeatedValues = [
  userId: string,
  products: readonly string[],
  quantities: readonly number[],
  totalCents: number,
  vehicles: readonly (string | null)[],
  shippingCents: number,
  reference: string | null,
]

const shipping = '$6::bigint'

const listGoods = 'sum(cents)::bigint as goods'

interface ListTotal {
  /** Of the lines of an order, in `cents` each. */
  sums: string
  total: string
}

/** The total of an order at the prices without ladders and lists. */
const listTotalOf = ({ sums, total }: ListTotal) =>
  `(select ${total} from (
       select ${sums} from (
         select coalesce(list_price_cents, unit_price_cents)::bigint * quantity as cents
         from order_lines where order_id = orders.id) as line) as listed)`

const repeatedOrder = (listTotal: ListTotal) =>
  `select id as "insertedId" from orders
   where user_id = $1 and line_count = cardinality($2::uuid[])
     and ${isAgreed('$4::bigint', 'total_cents', listTotalOf(listTotal))}
     and reference is not distinct from $7
     and status = 'unpaid' and deleted_at is null and created_at > now() - interval '5 seconds'
     and not exists (
       select from unnest($2::uuid[], $3::integer[], $5::text[]) as wanted (product_id, units, vehicle)
       where not exists (
         select from order_lines
         where order_id = orders.id and order_lines.product_id = wanted.product_id
           and order_lines.quantity = units
           and order_lines.vehicle is not distinct from wanted.vehicle))
   order by id desc limit 1`

const findOrder = prepared<Placed, RepeatedValues>(
  'find-repeated-order',
  repeatedOrder({ sums: listGoods, total: `goods + ${shippingOf('goods', shipping)}` }),
)

const { sumOfTaxes, totalOf } = taxesBy({
  rates: '$8::integer[]',
  shippingRates: '$9::integer[]',
  isIncluded: '$10::boolean',
  sign: '$11::integer',
  shipping,
})

const findTaxedOrder = prepared<Placed, [...RepeatedValues, ...RateValues]>(
  'find-repeated-taxed-order',
  repeatedOrder({
    sums: `${listGoods}, ${sumOfTaxes('cents')} as taxes`,
    total: totalOf('goods', 'taxes'),
  }),
)

/** The same unpaid order of the last five seconds: the same lines for the same cars, number of the buyer and total. */
export function findRepeated(
  on: Pick<ClientBase, 'query'>,
  values: LineValues,
  destination: Destination | undefined,
): Promise<Placed[]> {
  const [userId, , products, quantities, totalCents] = values
  const [shippingCents, reference, vehicles] = [values[8], values[9], values[10]]
  const ofOrder = [
    ...([userId, products, quantities, totalCents, vehicles, shippingCents, reference] as const),
  ] as const
  if (!destination) return findOrder(on, [...ofOrder])
  const [rates, shippingRates, isIncluded, sign] = taxValues(destination)
  return findTaxedOrder(on, [...ofOrder, rates, shippingRates, isIncluded, sign])
}
