import type { ClientBase } from 'pg'
import { prepared } from '../../../db/prepared.ts'
import type { Parameters } from '../../../db/prepared.ts'
import { sqlText } from '../../../db/sql-text.ts'
import { isSoldIn, minimumOrder, packSize } from '../../products/order-rules.ts'
import type { Destination } from '../../taxes/destination.ts'
import { releaseNewLines, takeUnits, takeUnitsOfOne } from '../../stock/reservations.ts'
import { isInBound, selectTerms } from '../reservation-limits.ts'
import { accountPrices, isAgreedTotal, publicPrices } from './line-prices.ts'
import type { LinePrices } from './line-prices.ts'
import { lineTaxes, taxValues } from './line-taxes.ts'
import type { LineTaxes, TaxValues } from './line-taxes.ts'
import { asLines, asOneLine } from './order-values.ts'
import type { LineValues, OneLineValues, OrderValues } from './order-values.ts'
import { addHeader, addKeys, addLines, requestedBy } from './placed-rows.ts'

export type Placed = { insertedId: string }

/** The condition that the account's payments cover an order, too. */
export const isCovered = (total: string) => `(${total} <= covered_cents)`

const addKey = (p: Parameters<OrderValues>) =>
  addKeys({
    account: p.userId,
    key: `${p.key}::text`,
    hash: p.hash,
    from: `placed where ${p.key} is not null`,
  })

/**
 * A statement for orders of any number of lines. Another variant of it, such as one with taxes, is made of other prices,
 * or of more CTEs between `agreed` and `placed`, whose names and columns are those that the parts above read.
 *
 * The whole order is placed in one statement, all or nothing. The account's reservations are locked, then the products in the order
 * of their ids, so that no two orders deadlock. If the stock of each is enough, each is sold in its quantity, the
 * account may have another order, and the total, with its shipping, is the one the buyer agreed to, the order, its lines and
 * the idempotency key are written. If the account may reserve the units of each, the stock falls; else the order has no
 * reservation (docs/decisions/0064, 0093).
 */
function placeLines(p: Parameters<LineValues>, prices: LinePrices, taxes?: LineTaxes) {
  const requested = requestedBy(p)
  return sqlText`
    with terms as materialized (
      ${selectTerms(p.userId, `${p.products}::uuid[]`, p.limits)}
    ), ${prices.ctes}locked as materialized (
      select products.id, line, units, quantity as in_stock, uncovered_units, beyond_half_at,
        name, img, part_number, price_cents, vehicle, verdict, ordered_as,
        ${prices.cents} as unit_cents,
        ${prices.origin} as price_from,
        ${minimumOrder} as minimum, ${packSize} as pack,
        quantity >= units
          and ${isSoldIn('units')} as is_fine,
        ${isInBound('units')} as is_in_bound
      from unnest(${p.products}::uuid[], ${p.quantities}::integer[], ${p.vehicles}::text[],
          ${p.verdicts}::text[], ${p.orderedAs}::text[])
          with ordinality as wanted (product_id, units, vehicle, verdict, ordered_as, line)
        join products on products.id = product_id
        ${prices.joins}
      where archived_at is null and (select is_free from terms)
      order by products.id for no key update of products
    ), agreed as materialized (
      select lines, units, goods, not is_covered as is_uncovered,
        is_in_time and (is_covered or is_in_bound) as is_reserved${taxes?.columns ?? ''}
      from (
        select count(*) as lines, sum(units) as units,
          sum(unit_cents::bigint * units)::bigint as goods,
          sum(price_cents::bigint * units)::bigint as list_goods,
          ${taxes?.sums ?? ''}
          bool_and(is_fine) as is_fine, bool_and(is_in_bound) as is_in_bound
        from locked
      ) as sums cross join (
        select is_in_time, ${isCovered(requested.total)} as is_covered from terms
      ) as allowed
      where lines = cardinality(${p.products}::uuid[]) and is_fine
        and ${taxes?.isAgreed ?? isAgreedTotal('goods', 'list_goods', requested)}
        and ${prices.condition}
    ), taken as (
      ${takeUnits('locked', { given: 'agreed', condition: 'is_reserved', isUncovered: 'is_uncovered' })}
    ), placed as (
      ${addHeader(
        {
          name: 'order_name(first.name, agreed.lines)',
          parts: `(select string_agg(concat_ws(' ', name, part_number), e'\\n' order by line) from locked)`,
          lines: 'agreed.lines',
          units: 'agreed.units',
          goods: 'goods',
          from: 'agreed join locked as first on first.line = 1 cross join terms',
          isReserved: 'is_reserved',
          isUncovered: 'is_reserved and is_uncovered',
        },
        requested,
        taxes?.header,
      )}
    ), lined as (
      ${addLines({ order: 'placed.id', product: 'locked.id', from: 'placed, locked' }, taxes?.ofLine)}
    ), returned as (
      ${releaseNewLines({ order: 'placed.id', from: 'placed, locked, agreed where not is_reserved' })}
    ), noted as (
      insert into order_events (order_id, kind, actor, details)
      select id, 'lapsed', 'shop', '{"reserved": false}' from placed, agreed where not is_reserved
    ), stored as (
      ${addKey(p)}
    )
    select id as "insertedId" from placed`
}

export const insertLines = prepared<Placed, LineValues>('place-order', (p) =>
  placeLines(p, publicPrices()),
)

/** Variant for an account on a price list. */
const insertLinesOfAccount = prepared<Placed, LineValues>('place-order-of-account', (p) =>
  placeLines(p, accountPrices(p.userId)),
)

/** Variant with taxes, for every account. */
const insertTaxedLines = prepared<Placed, LineValues & TaxValues>('place-taxed-order', (p) =>
  placeLines(p, accountPrices(p.userId), lineTaxes(p)),
)

/** Variant for one reserved line at public prices; a third cheaper for the database (docs/decisions/0065). */
export const insertOneLine = prepared<Placed, OneLineValues>('place-order-of-one', (p) => {
  const requested = requestedBy(p)
  const [product, units] = [`${p.product}::uuid`, `${p.quantity}::integer`]
  const prices = publicPrices(units)
  const goods = `(${prices.cents})::bigint * ${units}`
  const listGoods = `price_cents::bigint * ${units}`
  const isUncovered = `(select not ${isCovered(requested.total)} from terms)`
  return sqlText`
    with terms as materialized (
      ${selectTerms(p.userId, `array[${product}]`, p.limits)}
    ), taken as (
      ${takeUnitsOfOne(
        { product, units, isUncovered },
        {
          condition: sqlText`
            (select is_free and is_in_time from terms)
            and ${isSoldIn(p.quantity)}
            and (not ${isUncovered}
              or ${isInBound(units)})
            and ${isAgreedTotal(goods, listGoods, requested)}`,
          returning: sqlText`
            1 as line, id, ${units} as units, name, img, part_number, price_cents,
            ${prices.cents} as unit_cents,
            ${prices.origin} as price_from,
            ${minimumOrder} as minimum, ${packSize} as pack,
            ${p.vehicle}::text as vehicle, ${p.verdict}::text as verdict, ${p.orderedAs}::text as ordered_as`,
        },
      )}
    ), placed as (
      ${addHeader(
        {
          name: 'taken.name',
          parts: 'part_number',
          lines: '1',
          units: 'units',
          goods: 'unit_cents::bigint * units',
          from: 'taken cross join terms',
          isUncovered,
        },
        requested,
      )}
    ), lined as (
      ${addLines({ order: 'placed.id', product: 'taken.id', from: 'placed, taken' })}
    ), stored as (
      ${addKey(p)}
    )
    select id as "insertedId" from placed`
})

/** Places an order of one line; no row if it is refused. */
export async function insertOfOne(
  on: Pick<ClientBase, 'query'>,
  values: OneLineValues,
): Promise<Placed[]> {
  const placed = await insertOneLine(on, values)
  // Without a reservation, or not at all (docs/decisions/0093).
  return placed.length > 0 ? placed : insertLines(on, asLines(values))
}

/** The facts that decide which statement places an order. */
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
  if (destination) return insertTaxedLines(on, { ...values, ...taxValues(destination) })
  if (isOnList) return insertLinesOfAccount(on, values)
  const ofOne = asOneLine(values)
  return ofOne ? insertOfOne(on, ofOne) : insertLines(on, values)
}
