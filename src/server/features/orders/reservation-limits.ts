import type { User } from '../../http/access.ts'
import type { Config } from '../../config/config.ts'
import { prepared } from '../../db/prepared.ts'
import { sqlText } from '../../db/sql-text.ts'
import { smallestOrder } from '../products/order-rules.ts'
import { isBeyondHalf, ofRow } from '../stock/uncovered.ts'
import type { Stock } from '../stock/uncovered.ts'

/** What an account may reserve. */
export interface ReservationLimits {
  /** Unpaid orders that are reserved, or were within the last hour. */
  orders: number
  /** Lines of these orders. */
  lines: number
  /** The time of a reservation. */
  seconds: number
  /** The time within which the account reserves a product once; 0 if each order is reserved anew. */
  onceInSeconds: number
  /** Whether its reservations count as covered by payments. */
  isCovered: boolean
}

const unlimited = 2 ** 31 - 1
const daySeconds = 24 * 60 * 60

/** For measurements and tests. */
export const noReservationLimits = (minutes: number): ReservationLimits => ({
  orders: unlimited,
  lines: unlimited,
  seconds: minutes * 60,
  onceInSeconds: 0,
  isCovered: true,
})

/** The limits of an account; what its payments cover is looked up where the limits are applied. */
export function reservationLimitsOf(
  config: Config,
  { isTrade }: Pick<User, 'isTrade'>,
): ReservationLimits {
  const minutes = config.ORDER_RESERVATION_MINUTES
  if (config.LIMITS === 'off') return noReservationLimits(minutes)
  if (isTrade) {
    // An admin knows the business.
    return {
      orders: config.TRADE_RESERVATIONS_MAX,
      lines: config.TRADE_RESERVED_LINES_MAX,
      seconds: Math.max(config.TRADE_RESERVATION_MINUTES, minutes) * 60,
      onceInSeconds: daySeconds,
      isCovered: true,
    }
  }
  return {
    orders: config.ORDER_RESERVATIONS_MAX,
    lines: config.RESERVED_LINES_MAX,
    seconds: minutes * 60,
    onceInSeconds: daySeconds,
    isCovered: false,
  }
}

/** {@link ReservationLimits} as a parameter of a statement: plain numbers cost least on the way of an order. */
export type LimitNumbers = readonly number[]

export const limitNumbers = ({
  orders,
  lines,
  seconds,
  onceInSeconds,
  isCovered,
}: ReservationLimits): LimitNumbers => [orders, lines, seconds, onceInSeconds, Number(isCovered)]

/** The condition that locks the reservations of an account as below, if no other transaction has. It does not wait. */
export const tryLockReservations = (account: string) =>
  `pg_try_advisory_xact_lock(hashtextextended('reservations ' || ${account}, 0))`

/**
 * Selects the terms on which the account may order an array of products, by {@link LimitNumbers}. Locks its reservations
 * until the transaction ends, in a function, whose queries see what the lock waited for (docs/decisions/0047).
 */
export const selectTerms = (account: string, products: string, limits: string) =>
  sqlText`
    select * from reservation_terms(
      array[${account}::uuid], array[(${products})::text], array[${limits}::text])`

/** As {@link selectTerms} for the accounts of a table, each once, with the product it wants (docs/decisions/0088). */
export const selectTermsOfAll = (from: string) => sqlText`
  select terms.* from (
    select array_agg(user_id) as accounts, array_agg(array[product_id]::text) as products,
      array_agg(limits) as limits
    from ${from}
  ) as asked cross join lateral reservation_terms(accounts, products, limits) as terms`

/**
 * The condition that an uncovered order may reserve units of a row: all uncovered orders of all accounts together reserve half of what was
 * sellable. Of a small stock they reserve the smallest order, but once a day, so that accounts in turns do not keep it
 * (docs/decisions/0093).
 */
export const isInBound = (units: string, stock: Stock = ofRow) => sqlText`
  (not ${isBeyondHalf(units, stock)}
    or ${stock.uncovered} + ${units}
      <= ${smallestOrder}
      and coalesce(beyond_half_at, '-infinity') < now() - interval '1 day')`

/** The account's reservations, and what remains of its limits. */
export interface Terms {
  held_orders: number
  held_lines: number
  orders_max: number
  lines_max: number
  /** A bigint, as text. */
  covered_cents: string
  began_at: Date | null
  reserved_until: Date
  is_free: boolean
  is_in_time: boolean
}

export const findTerms = prepared<
  Terms,
  { userId: string; products: readonly string[]; limits: LimitNumbers }
>('reservation-terms', (p) => selectTerms(p.userId, `${p.products}::uuid[]`, p.limits))
