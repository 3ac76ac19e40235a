import type { User } from '../../http/access.ts'
import type { Config } from '../../config/config.ts'
import { prepared } from '../../db/index.ts'
import { packSize, smallestOrder } from '../products/order-rules.ts'

export interface Level {
  /** Unpaid orders with reserved units. */
  orders: number
  /** Lines of these orders. */
  lines: number
  /** Products with reserved units. */
  products: number
  /** Of these, products that may exceed their share. */
  fullProducts: number
  /** The share: of the units of a product that the account could have at most. */
  percent: number
  seconds: number
}

/** What an account may reserve before its first payment and after it; the same object if that changes nothing. */
export interface ReservationLimits {
  unpaid: Level
  paid: Level
  pauseSeconds: number
}

const unlimited = 2 ** 31 - 1

const levelOf = (minutes: number, limits: Partial<Level> = {}): Level => ({
  orders: unlimited,
  lines: unlimited,
  products: unlimited,
  fullProducts: unlimited,
  percent: 100,
  seconds: minutes * 60,
  ...limits,
})

/** For measurements and tests. */
export const noReservationLimits = (minutes: number): ReservationLimits => ({
  unpaid: levelOf(minutes),
  paid: levelOf(minutes),
  pauseSeconds: 0,
})

/** The limits of an account; payments are looked up where the limits are applied. */
export function reservationLimitsOf(
  config: Config,
  { isVerified, isTrade }: Pick<User, 'isVerified' | 'isTrade'>,
): ReservationLimits {
  const minutes = config.ORDER_RESERVATION_MINUTES
  if (config.LIMITS === 'off') return noReservationLimits(minutes)
  const pauseSeconds = config.RESERVATION_PAUSE_MINUTES * 60
  if (isTrade) {
    // An admin knows the business, so its first payment changes nothing.
    const trade = levelOf(Math.max(config.TRADE_RESERVATION_MINUTES, minutes), {
      orders: config.TRADE_RESERVATIONS_MAX,
      lines: config.TRADE_RESERVED_LINES_MAX,
    })
    return { unpaid: trade, paid: trade, pauseSeconds }
  }
  const first = isVerified
    ? config.FIRST_RESERVATION_MINUTES
    : config.UNCONFIRMED_RESERVATION_MINUTES
  return {
    unpaid: levelOf(Math.min(first, minutes), {
      orders: config.FIRST_RESERVATIONS_MAX,
      lines: config.FIRST_RESERVED_LINES_MAX,
      fullProducts: config.FIRST_FULL_STOCK_PRODUCTS_MAX,
      percent: config.FIRST_STOCK_PERCENT,
      ...(!isVerified && {
        products: config.UNCONFIRMED_PRODUCTS_MAX,
        fullProducts: 0,
        percent: config.UNCONFIRMED_STOCK_PERCENT,
      }),
    }),
    paid: levelOf(minutes, {
      orders: config.ORDER_RESERVATIONS_MAX,
      lines: config.RESERVED_LINES_MAX,
    }),
    pauseSeconds,
  }
}

/** {@link ReservationLimits} as a parameter of a statement: plain numbers cost least on the way of an order. */
export type LimitNumbers = readonly number[]

const numbersOf = ({ orders, lines, products, fullProducts, percent, seconds }: Level) => [
  orders,
  lines,
  products,
  fullProducts,
  percent,
  seconds,
]

export const limitNumbers = ({ unpaid, paid, pauseSeconds }: ReservationLimits): LimitNumbers => [
  ...numbersOf(unpaid),
  ...numbersOf(paid),
  pauseSeconds,
]

/** The condition that locks the reservations of an account as below, if no other transaction has. It does not wait. */
export const tryLockReservations = (account: string) =>
  `pg_try_advisory_xact_lock(hashtextextended('reservations ' || ${account}, 0))`

/**
 * Selects what the account may still reserve of an array of products, by {@link LimitNumbers}. Locks its reservations
 * until the transaction ends.
 */
export const selectRoom = (account: string, products: string, limits: string) =>
  `select * from reservation_rooms(array[${account}::uuid], array[(${products})::text], array[${limits}::text])`

/** The same for the accounts of a table, each once, with the product it wants. */
export const selectRooms = (from: string) =>
  `select room.* from (
       select array_agg(user_id) as accounts, array_agg(array[product_id]::text) as products,
         array_agg(limits) as limits
       from ${from}
     ) as asked cross join lateral reservation_rooms(accounts, products, limits) as room`

/** An account's units of a product and its share of the stock, as expressions. */
type Share = Record<'held' | 'percent', string>

/** The share of the product at this place of the array for which `room` was selected. */
export const shareOf = (room: string, line: string): Share => ({
  held: `(select held_units from ${room})[${line}]`,
  percent: `(select percent from ${room})`,
})

/** The units of a product's row that the account may reserve, by its share of them. */
const reservableUnits = ({ held, percent }: Share) =>
  `reservable_units(quantity, coalesce(${held}, 0), ${percent}, ${smallestOrder})`

/** The condition that these units of a row with enough of them are in the account's share. All of the stock is no limit. */
export const isInShare = (units: string, share: Share) =>
  `(${share.percent} >= 100 or ${units} <= ${reservableUnits(share)})`

/** The account's reservations, and what remains of its limits. */
export interface Room {
  has_paid: boolean
  held_orders: number
  held_lines: number
  orders_max: number
  lines_max: number
  other_products: number
  products_max: number
  /** How many of the products may exceed their share. */
  full_max: number
  began_at: Date | null
  reserved_until: Date
  is_free: boolean
  /** Until units of the products can be reserved again, after a reservation that has ended. */
  seconds_to_wait: number | null
}

export type RoomOfProduct = Room & {
  id: string
  name: string
  held: number
  /** By the share of the product. */
  reservable: number
  in_stock: number
  /** The smallest order of the product, and its pack size. */
  smallest: number
  pack: number
}

export type RoomValues = [userId: string, products: readonly string[], limits: LimitNumbers]

/** Locks the products' rows after the account's reservations, as the statement that places an order does. */
export const findRoom = prepared<RoomOfProduct, RoomValues>(
  'reservation-room',
  `with room as materialized (${selectRoom('$1', '$2::uuid[]', '$3')})
   select room.*, products.id, name, quantity as in_stock, coalesce(held_units[line], 0) as held,
     ceil(extract(epoch from free_at - now()))::integer as seconds_to_wait,
     ${reservableUnits(shareOf('room', 'line'))} as reservable,
     ${smallestOrder} as smallest, ${packSize} as pack
   from room, unnest($2::uuid[]) with ordinality as wanted (id, line)
     join products on products.id = wanted.id
   order by products.id for no key update of products`,
)
