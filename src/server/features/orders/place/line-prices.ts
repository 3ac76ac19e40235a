import { toCents } from '#contract/shared/fields.ts'
import { chargeMin } from '#contract/shared/quantity.ts'
import { freeShippingAbove } from '#contract/shared/shipping.ts'
import { sqlText } from '../../../db/sql-text.ts'
import { selectOwnPairs } from '../../prices/own-pairs.ts'

const freeAbove = toCents(freeShippingAbove)

/** What the shipping of goods costs: nothing, or this. */
export const shippingOf = (goods: string, shipping: string) =>
  `case when ${goods} > ${freeAbove} then 0 else ${shipping} end`

interface Agreed {
  /** The total that the buyer sent. */
  total: string
  shipping: string
}

/** The condition that the buyer agreed to the total of an order, of which `listGoods` are the goods without lower prices. */
export const isAgreedTotal = (goods: string, listGoods: string, { total, shipping }: Agreed) =>
  sqlText`
    is_agreed_total(
      ${total},
      ${goods},
      ${listGoods},
      ${shipping}, ${freeAbove})`

/** The rule of agreed totals, for totals that already include shipping and more. */
export const isAgreed = (agreed: string, total: string, listTotal: string) => sqlText`
  is_agreed_total(
    ${agreed},
    ${total},
    ${listTotal},
    0, 0)`

/**
 * How a statement that places lines finds their prices (docs/decisions/0080). The expressions read `products` and `units`
 * beside the joins, and are computed for the newest version of a product, after a wait for its lock: a join that depended
 * on its price would still have the version before.
 */
export interface LinePrices {
  /** CTEs of its own, each with a comma behind it. */
  ctes: string
  joins: string
  /** The price of one unit in the line, in cents. */
  cents: string
  /** Where a price below the product's own comes from, else null. */
  origin: string
  /** A condition of the `goods` of an order, beside {@link isAgreedTotal}. */
  condition: string
}

/** The public prices. Without price breaks this only reads the product row. */
export const publicPrices = (units = 'units'): LinePrices => {
  const line = `line_price(price_cents, breaks, ${units}, null, 0, null)`
  return {
    ctes: '',
    joins: '',
    cents: sqlText`
      case when breaks is null then price_cents
        else (${line}).cents end`,
    origin: sqlText`
      case when breaks is not null
        then (${line}).origin end`,
    condition: 'true',
  }
}

const listOf = (account: string) => sqlText`
  list as materialized (
    select price_lists.id as list_id, price_lists.name as list_name, min_order_cents,
      (percent_off * 100)::integer as points
    from users left join price_lists on email_verified and price_lists.id = price_list
    where users.id = ${account}
  )`

const ofAccount = 'line_price(price_cents, breaks, units, list_name, points, own.pairs)'

/**
 * The prices of the account's list, as the statement finds it: the public ones if the account is on none by now. The goods are
 * at least what the list asks for, and what a card can pay.
 */
export const accountPrices = (account: string): LinePrices => ({
  ctes: `${listOf(account)}, `,
  joins: sqlText`
    cross join list cross join lateral (
      ${selectOwnPairs('list_id', 'wanted.product_id')}
    ) as own`,
  cents: `(${ofAccount}).cents`,
  origin: `(${ofAccount}).origin`,
  condition: `goods >= (select coalesce(greatest(min_order_cents, ${chargeMin}), 0) from list)`,
})
