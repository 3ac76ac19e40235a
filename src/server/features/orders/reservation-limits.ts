import type { Transaction } from 'kysely'
import { CompiledQuery } from 'kysely'
import type { Pool } from 'pg'
import { inWholePacks } from '#contract/shared/quantity.ts'
import type { User } from '../../http/access.ts'
import type { Config } from '../../config/config.ts'
import { prepared } from '../../db/index.ts'
import type { Schema } from '../../db/schema.ts'
import { AppError } from '../../errors/errors.ts'
import { retryAfter } from '../../errors/retry-after.ts'
import { packSize, smallestOrder } from '../products/order-rules.ts'

interface Level {
  /** Unpaid orders with reserved units. */
  orders: number
  /** Lines of these orders. */
  lines: number
  /** Products with reserved units. */
  products: number
  /** Of the units of a product that the account could have at most. */
  percent: number
  seconds: number
}

/** What an account may reserve before its first payment and after it. */
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
  { isVerified }: Pick<User, 'isVerified'>,
): ReservationLimits {
  const minutes = config.ORDER_RESERVATION_MINUTES
  if (config.LIMITS === 'off') return noReservationLimits(minutes)
  const first = isVerified
    ? config.FIRST_RESERVATION_MINUTES
    : config.UNCONFIRMED_RESERVATION_MINUTES
  return {
    unpaid: levelOf(Math.min(first, minutes), {
      orders: config.FIRST_RESERVATIONS_MAX,
      lines: config.FIRST_RESERVED_LINES_MAX,
      ...(!isVerified && {
        products: config.UNCONFIRMED_PRODUCTS_MAX,
        percent: config.UNCONFIRMED_STOCK_PERCENT,
      }),
    }),
    paid: levelOf(minutes, {
      orders: config.ORDER_RESERVATIONS_MAX,
      lines: config.RESERVED_LINES_MAX,
    }),
    pauseSeconds: config.RESERVATION_PAUSE_MINUTES * 60,
  }
}

/** {@link ReservationLimits} as a parameter of a statement: plain numbers cost least on the way of an order. */
export type LimitNumbers = readonly number[]

const numbersOf = ({ orders, lines, products, percent, seconds }: Level) => [
  orders,
  lines,
  products,
  percent,
  seconds,
]

export const limitNumbers = ({ unpaid, paid, pauseSeconds }: ReservationLimits): LimitNumbers => [
  ...numbersOf(unpaid),
  ...numbersOf(paid),
  pauseSeconds,
]

/**
 * Selects what the account may still reserve of an array of products, by {@link LimitNumbers}. Locks its reservations
 * until the transaction ends.
 */
export const selectRoom = (account: string, products: string, limits: string) =>
  `select (room).* from (
       select reservation_room(${account}, ${products}, ${limits}::float8[]) as room offset 0
     ) as called`

/**
 * The units of a product's row that the account may reserve, by its share of them; `room` as selected above, `line` the
 * product's place in its array.
 */
const reservableUnits = (room: string, line: string) =>
  `reservable_units(quantity, coalesce((select held_units from ${room})[${line}], 0),
       (select percent from ${room}), ${smallestOrder})`

/** The condition that the account may reserve these units of a row with enough of them. All of the stock is no limit. */
export const isReservable = (units: string, room: string, line: string) =>
  `((select percent from ${room}) >= 100 or ${units} <= ${reservableUnits(room, line)})`

/** The account's reservations, and what remains of its limits. */
interface Room {
  has_paid: boolean
  held_orders: number
  held_lines: number
  orders_max: number
  lines_max: number
  other_products: number
  products_max: number
  began_at: Date | null
  reserved_until: Date
  is_free: boolean
  /** Until units of the products can be reserved again, after a reservation that has ended. */
  seconds_to_wait: number | null
}

type RoomOfProduct = Room & {
  id: string
  held: number
  reservable: number
  in_stock: number
  /** The smallest order of the product, and its pack size. */
  smallest: number
  pack: number
}

type RoomValues = [userId: string, products: readonly string[], limits: LimitNumbers]

/** Locks the products' rows after the account's reservations, as the statement that places an order does. */
const findRoom = prepared<RoomOfProduct, RoomValues>(
  'reservation-room',
  `with room as materialized (${selectRoom('$1', '$2::uuid[]', '$3')})
   select room.*, products.id, quantity as in_stock, coalesce(held_units[line], 0) as held,
     ceil(extract(epoch from free_at - now()))::integer as seconds_to_wait,
     ${reservableUnits('room', 'line')} as reservable,
     ${smallestOrder} as smallest, ${packSize} as pack
   from room, unnest($2::uuid[]) with ordinality as wanted (id, line)
     join products on products.id = wanted.id
   order by products.id for no key update of products`,
)

export interface WantedUnits {
  product: string
  quantity: number
}

interface Wanted {
  userId: string
  lines: readonly WantedUnits[]
  limits: ReservationLimits
}

const valuesOf = ({ userId, lines, limits }: Wanted): RoomValues => [
  userId,
  lines.map(({ product }) => product),
  limitNumbers(limits),
]

/** Throws if the account must not reserve these units; else its room, locked until the transaction ends. */
export async function requireRoom(trx: Transaction<Schema>, wanted: Wanted): Promise<Room> {
  const { rows } = await trx.executeQuery<RoomOfProduct>(
    CompiledQuery.raw(findRoom.text, valuesOf(wanted)),
  )
  const [room] = rows
  if (!room) throw new AppError('not-found')
  const refusal = refusalOf(rows, wanted)
  if (refusal) throw refusal
  return room
}

/** Why the account must not reserve these units now; undefined if it may. */
export async function reservationRefusal(
  pool: Pool,
  wanted: Wanted,
): Promise<AppError | undefined> {
  return refusalOf(await findRoom(pool, valuesOf(wanted)), wanted)
}

function refusalOf(
  rooms: readonly RoomOfProduct[],
  { lines, limits }: Wanted,
): AppError | undefined {
  const [room] = rooms
  if (!room) return undefined
  const { orders_max: orders, has_paid } = room
  if (room.held_orders >= orders) {
    const first = has_paid ? 'You have' : 'Until your first payment you can have'
    return new AppError('too-many-unpaid', {
      detail: `${first} ${orders} unpaid orders${has_paid ? '' : ' at a time'}. Pay or delete one of them first`,
    })
  }
  if (room.held_lines + lines.length > room.lines_max) return tooManyLines(room)
  if (room.other_products + lines.length > room.products_max) {
    return new AppError('too-many-products', {
      detail: `Until you confirm your email address you can reserve ${room.products_max} products at a time. Confirm the address, or pay or delete one of your unpaid orders`,
    })
  }
  if (!room.is_free) return reservedBefore(room.seconds_to_wait ?? 0, limits)
  const byProduct = new Map(rooms.map((each) => [each.id, each]))
  for (const { product, quantity } of lines) {
    const own = byProduct.get(product)
    // A shortage is a refusal of its own.
    const isInStock = own && quantity <= own.in_stock
    if (isInStock && quantity > own.reservable) return tooManyUnits(own)
  }
  return undefined
}

function tooManyLines({ has_paid, held_lines, lines_max: lines }: Room) {
  const first = has_paid ? 'You' : 'Until your first payment you'
  const held = held_lines > 0 ? `, and you have reserved ${held_lines}` : ''
  return new AppError('too-many-products', {
    detail: `${first} can have reserved ${lines} parts at a time${held}. Pay or delete an unpaid order, or order fewer parts at a time`,
  })
}

function tooManyUnits({ reservable, held, in_stock, smallest, pack }: RoomOfProduct) {
  const packed = inWholePacks(Math.min(reservable, in_stock), { packSize: pack })
  const available = packed < smallest ? 0 : packed
  const besides = held > 0 ? ` besides the ${held} that you have reserved` : ''
  const now =
    available > 0
      ? `you can reserve ${available} units of this part${besides}. Take fewer`
      : `you cannot reserve more units of this part${besides}. Pay for those`
  return new AppError('too-many-units', {
    detail: `Until you confirm your email address ${now}, or confirm the address`,
    available,
  })
}

/** The refusal to reserve units again that other buyers can take first. */
export function reservedBefore(seconds: number, { pauseSeconds }: ReservationLimits) {
  return new AppError('reserved-before', {
    detail: `Your reservation of this part has ended, and its units are free for other buyers for ${minutesText(pauseSeconds)}. You can reserve them again in ${minutesText(seconds)}`,
    headers: retryAfter(seconds),
  })
}

function minutesText(seconds: number): string {
  const count = Math.ceil(seconds / 60)
  return count === 1 ? '1 minute' : `${count} minutes`
}
