import type { Parameters } from '../../../db/prepared.ts'
import { sqlText } from '../../../db/sql-text.ts'
import { deliveryColumns, deliveryTables } from '../../addresses/new-delivery.ts'
import { shippingOf } from './line-prices.ts'
import type { LineTaxes } from './line-taxes.ts'
import type { OrderValues } from './order-values.ts'

/** The parts of a request as expressions. */
type Requested = Record<'account' | 'email' | 'total' | 'shipping' | 'reference', string>

export const requestedBy = (p: Parameters<OrderValues>): Requested => ({
  account: p.userId,
  email: p.email,
  total: `${p.totalCents}::bigint`,
  shipping: `${p.shippingCents}::bigint`,
  reference: p.reference,
})

const personOf = (account: string) => sqlText`
  select
    ${deliveryColumns}
  from ${deliveryTables}
  where users.id = ${account} and (saved.id is not null or profiles.user_id is not null)`

const reservationOf = (isReserved: string) =>
  isReserved === 'true'
    ? 'coalesce(began_at, now()), reserved_until, null::timestamptz'
    : sqlText`
        case when ${isReserved} then coalesce(began_at, now()) end,
        case when ${isReserved} then reserved_until end,
        case when not ${isReserved} then now() end`

/**
 * The header from CTEs or expressions: `first` has the first line, `goods` is the sum of all lines. The total is that of
 * the goods: the buyer agreed to it, or to more. It is delivered to the default address of the
 * buyer, else to that of the profile. Without a reservation it is like an order whose reservation has ended.
 */
export function addHeader(
  {
    name,
    parts,
    lines,
    units,
    goods,
    from,
    isUncovered,
    id = 'new_id()',
    isReserved = 'true',
  }: Record<'name' | 'parts' | 'lines' | 'units' | 'goods' | 'from' | 'isUncovered', string> & {
    id?: string
    isReserved?: string
  },
  { account, email, shipping, reference }: Omit<Requested, 'total'>,
  taxed?: LineTaxes['header'],
) {
  const charged = shippingOf(goods, shipping)
  return sqlText`
    insert into orders (
      id, user_id, email, name, parts, line_count, quantity,
      total_cents, shipping_cents, reference,
      held_since, held_until, released_at, is_uncovered,
      delivery_name, delivery_phone, delivery_address${taxed?.columns ?? ', delivery_place'})
    select ${id}, ${account}, ${email}, ${name},
      ${parts},
      ${lines}, ${units},
      ${taxed?.total ?? `${goods}\n  + ${charged}`},
      ${charged}, ${reference},
      ${reservationOf(isReserved)},
      ${isUncovered},
      person.name, person.phone, person.address${taxed?.values ?? ', person.place'}
    from ${from}
      left join lateral (
        ${taxed?.person ?? personOf(account)}
      ) as person on true
    returning id`
}

/** The lines from a CTE with their products. They are the first movements of the stock, too (docs/decisions/0065). */
export const addLines = (
  { order, product, from }: Record<'order' | 'product' | 'from', string>,
  taxes?: string,
) => sqlText`
  insert into order_lines (
    order_id, line, product_id, name, img, part_number,
    unit_price_cents, list_price_cents, price_from, quantity, minimum_order,
    pack_size, vehicle, verdict, ordered_as${taxes ? ', taxes' : ''})
  select ${order}, line, ${product}, name, img, part_number,
    unit_cents, nullif(price_cents, unit_cents), price_from, units, minimum,
    pack, vehicle, verdict, ordered_as${taxes ? `,\n${taxes}` : ''}
  from ${from}`

/** The answer of each order under its key. */
export const addKeys = ({
  account,
  key,
  hash,
  from,
}: Record<'account' | 'key' | 'hash' | 'from', string>) => sqlText`
  insert into idempotency_keys (user_id, key, request_hash, answer)
  select ${account}, ${key}, ${hash}, jsonb_build_object('insertedId', id)
  from ${from}`
