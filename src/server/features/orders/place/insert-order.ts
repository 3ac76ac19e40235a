import type { ClientBase } from 'pg'
import { prepared } from '../../../db/index.ts'
import { deliveryColumns, deliveryTables } from '../../addresses/new-delivery.ts'
import { isSoldIn, minimumOrder, packSize } from '../../products/order-rules.ts'
import type { Destination } from '../../taxes/destination.ts'
import { takeUnits, takeUnitsOfOne } from '../../stock/reservations.ts'
import { isInShare, selectRoom, shareOf } from '../reservation-limits.ts'
import type { LimitNumbers } from '../reservation-limits.ts'
import { accountPrices, isAgreedTotal, publicPrices, shippingOf } from './line-prices.ts'
import type { LinePrices } from './line-prices.ts'
import { lineTaxes, taxValues } from './line-taxes.ts'
import type { LineTaxes, TaxValues } from './line-taxes.ts'

export type Placed = { insertedId: string }

type Values<Products, Quantities, Texts> = [
  userId: string,
  email: string,
  products: Products,
  quantities: Quantities,
  totalCents: number,
  limits: LimitNumbers,
  key: string | null,
  hash: string | null,
  shippingCents: number,
  reference: string | null,
  vehicles: Texts,
  verdicts: Texts,
  orderedAs: Texts,
]

export type LineValues = Values<readonly string[], readonly number[], readonly (string | null)[]>
export type OneLineValues = Values<string, number, string | null>

/** The parts of a request as expressions. */
type Requested = Record<'account' | 'email' | 'total' | 'shipping' | 'reference', string>

const requested: Requested = {
  account: '$1',
  email: '$2',
  total: '$5::bigint',
  shipping: '$9::bigint',
  reference: '$10',
}

const personOf = (account: string) =>
  `select ${deliveryColumns} from ${deliveryTables}
       where users.id = ${account} and (saved.id is not null or profiles.user_id is not null)`

/**
 * The header from CTEs or expressions: `first` has the first line, `goods` is the sum of all lines. The total is that of
 * the goods: the buyer agreed to it, or to more. It is delivered to the default address of the
 * buyer, else to that of the profile.
 */
export const addHeader = (
  {
    name,
    parts,
    lines,
    units,
    goods,
    from,
    id = 'new_id()',
  }: Record<'name' | 'parts' | 'lines' | 'units' | 'goods' | 'from', string> & { id?: string },
  { account, email, shipping, reference }: Omit<Requested, 'total'> = requested,
  taxed?: LineTaxes['header'],
) =>
  `insert into orders (id, user_id, email, name, parts, line_count, quantity, total_cents, shipping_cents,
                         reference, held_since, held_until,
                         delivery_name, delivery_phone, delivery_address${taxed?.columns ?? ', delivery_place'})
     select ${id}, ${account}, ${email}, ${name}, ${parts}, ${lines}, ${units},
            ${taxed?.total ?? `${goods} + ${shippingOf(goods, shipping)}`}, ${shippingOf(goods, shipping)},
            ${reference}, coalesce(began_at, now()), reserved_until,
            person.name, person.phone, person.address${taxed?.values ?? ', person.place'}
     from ${from} left join lateral (
       ${taxed?.person ?? personOf(account)}
     ) as person on true
     returning id`

/** The lines from a CTE with their products. They are the first movements of the stock, too. */
export const addLines = (
  { order, product, from }: Record<'order' | 'product' | 'from', string>,
  taxes?: string,
) =>
  `insert into order_lines (order_id, line, product_id, name, img, part_number,
                              unit_price_cents, list_price_cents, price_from, quantity, minimum_order,
                              pack_size, vehicle, verdict, ordered_as${taxes ? ', taxes' : ''})
     select ${order}, line, ${product}, name, img, part_number, unit_cents, nullif(price_cents, unit_cents),
       price_from, units, minimum, pack, vehicle, verdict, ordered_as${taxes ? `, ${taxes}` : ''}
     from ${from}`

/** The answer of each order under its key. */
export const addKeys = ({
  account,
  key,
  hash,
  from,
}: Record<'account' | 'key' | 'hash' | 'from', string>) =>
  `insert into idempotency_keys (user_id, key, request_hash, answer)
     select ${account}, ${key}, ${hash}, jsonb_build_object('insertedId', id) from ${from}`

const addKey = addKeys({
  account: '$1',
  key: '$7::text',
  hash: '$8',
  from: 'placed where $7 is not null',
})

/**
 * A statement for orders of any number of lines. Another variant of it, such as one with taxes, is made of other prices,
 * or of more CTEs between `agreed` and `placed`, whose names and columns are those that the parts above read.
 *
 * The whole order is placed in one statement, all or nothing. The account's reservations are locked, then the products in the order
 * of their ids, so that no two orders deadlock. If the stock of each is enough, each is sold in its quantity, the
 * account may reserve the units, and the total, with its shipping, is the one the buyer agreed to, the stock falls;
 * then the order, its lines and the idempotency key are written.
 */
const placeLines = (prices: LinePrices, taxes?: LineTaxes) =>
  `with room as materialized (
     ${selectRoom('$1', '$3::uuid[]', '$6')}
   ), ${prices.ctes}locked as materialized (
     select products.id, line, units, quantity as in_stock, name, img, part_number, price_cents, vehicle, verdict,
       ordered_as, ${prices.cents} as unit_cents, ${prices.origin} as price_from,
       ${minimumOrder} as minimum, ${packSize} as pack,
       quantity >= units and ${isSoldIn('units')} as is_fine,
       ${isInShare('units', shareOf('room', 'line'))} as is_in_share
     from unnest($3::uuid[], $4::integer[], $11::text[], $12::text[], $13::text[]) with ordinality
         as wanted (product_id, units, vehicle, verdict, ordered_as, line)
       join products on products.id = product_id
       ${prices.joins}
     where archived_at is null and (select is_free from room)
     order by products.id for no key update of products
   ), agreed as materialized (
     select lines, units, goods${taxes?.columns ?? ''} from (
       select count(*) as lines, sum(units) as units, sum(unit_cents::bigint * units)::bigint as goods,
         sum(price_cents::bigint * units)::bigint as list_goods${taxes?.sums ?? ''},
         bool_and(is_fine) as is_fine, count(*) filter (where is_in_share is not true) as beyond_share
       from locked
     ) as sums
     where lines = cardinality($3::uuid[]) and is_fine and beyond_share <= (select full_max from room)
       and ${taxes?.isAgreed ?? isAgreedTotal('goods', 'list_goods', requested)} and ${prices.condition}
   ), taken as (
     ${takeUnits('locked', 'agreed')}
   ), placed as (
     ${addHeader(
       {
         name: 'order_name(first.name, agreed.lines)',
         parts: `(select string_agg(concat_ws(' ', name, part_number), e'\n' order by line) from locked)`,
         lines: 'agreed.lines',
         units: 'agreed.units',
         goods: 'goods',
         from: 'agreed join locked as first on first.line = 1 cross join room',
       },
       requested,
       taxes?.header,
     )}
   ), lined as (
     ${addLines({ order: 'placed.id', product: 'locked.id', from: 'placed, locked' }, taxes?.ofLine)}
   ), stored as (
     ${addKey}
   )
   select id as "insertedId" from placed`

export const insertLines = prepared<Placed, LineValues>('place-order', placeLines(publicPrices()))

/** The same for an account on a price list. */
const insertLinesOfAccount = prepared<Placed, LineValues>(
  'place-order-of-account',
  placeLines(accountPrices('$1')),
)

/** The same with taxes, for every account. */
const insertTaxedLines = prepared<Placed, [...LineValues, ...TaxValues]>(
  'place-taxed-order',
  placeLines(accountPrices('$1'), lineTaxes),
)

const pricesOfOne = publicPrices('$4::integer')
const goodsOfOne = `(${pricesOfOne.cents})::bigint * $4::integer`
const listGoodsOfOne = 'price_cents::bigint * $4::integer'

/** The same at public prices for an order of one line, which costs the database two thirds. */
export const insertOneLine = prepared<Placed, OneLineValues>(
  'place-order-of-one',
  `with room as materialized (
     ${selectRoom('$1', 'array[$3::uuid]', '$6')}
   ), taken as (
     ${takeUnitsOfOne(
       { product: '$3::uuid', units: '$4::integer' },
       {
         condition: `(select is_free from room) and ${isSoldIn('$4')}
           and ${isInShare('$4::integer', shareOf('room', '1'))} 
           and ${isAgreedTotal(goodsOfOne, listGoodsOfOne, requested)}`,
         returning: `1 as line, id, $4::integer as units, name, img, part_number, price_cents,
           ${pricesOfOne.cents} as unit_cents, ${pricesOfOne.origin} as price_from,
           ${minimumOrder} as minimum, ${packSize} as pack, $11::text as vehicle, $12::text as verdict,
           $13::text as ordered_as`,
       },
     )}
   ), placed as (
     ${addHeader({
       name: 'taken.name',
       parts: 'part_number',
       lines: '1',
       units: 'units',
       goods: 'unit_cents::bigint * units',
       from: 'taken cross join room',
     })}
   ), lined as (
     ${addLines({ order: 'placed.id', product: 'taken.id', from: 'placed, taken' })}
   ), stored as (
     ${addKey}
   )
   select id as "insertedId" from placed`,
)

/** The values of an order of one line for its own statement; undefined if it has several. */
export function asOneLine(values: LineValues): OneLineValues | undefined {
  const [userId, email, products, quantities, ...others] = values
  const [total, limits, key, hash, shipping, reference, vehicles, verdicts, orderedAs] = others
  const [product] = products
  const [quantity] = quantities
  if (products.length !== 1 || product === undefined || quantity === undefined) return undefined
  const [vehicle = null] = vehicles
  const [verdict = null] = verdicts
  const [number = null] = orderedAs
  return [
    ...([userId, email, product, quantity, total, limits, key, hash, shipping, reference] as const),
    vehicle,
    verdict,
    number,
  ]
}

/** What decides on the statement that places an order. */
export interface PlacedFor {
  isOnList: boolean
  /** Undefined in a shop without taxes. */
  destination: Destination | undefined
}

/** Places an order by the statement for its account and its number of lines; no row if it is refused. */
export function insertOrder(
  on: Pick<ClientBase, 'query'>,
  values: LineValues,
  { isOnList, destination }: PlacedFor,
) {
  if (destination) return insertTaxedLines(on, [...values, ...taxValues(destination)])
  if (isOnList) return insertLinesOfAccount(on, values)
  const ofOne = asOneLine(values)
  return ofOne ? insertOneLine(on, ofOne) : insertLines(on, values)
}
