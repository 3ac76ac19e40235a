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
      ...(!isVerified && {
        products: config.UNCONFIRMED_PRODUCTS_MAX,
        percent: config.UNCONFIRMED_STOCK_PERCENT,
      }),
    }),
    paid: levelOf(minutes, { orders: config.ORDER_RESERVATIONS_MAX }),
    pauseSeconds: config.RESERVATION_PAUSE_MINUTES * 60,
  }
}

/** {@link ReservationLimits} as a parameter of a statement: plain numbers cost least on the way of an order. */
export type LimitNumbers = readonly number[]

const numbersOf = ({ orders, products, percent, seconds }: Level) => [
  orders,
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
 * Selects what the account may still reserve of a product, by {@link LimitNumbers}. Locks its reservations until
 * the transaction ends.
 */
export const selectRoom = (account: string, product: string, limits: string) =>
  `select room.*, level[1] as orders, level[2] as products, level[3]::integer as percent, reserved_until,
     held_orders < level[1] and other_products < level[2] and reserved_until > now() as is_free
   from lock_reservations(${account}, ${product},
       make_interval(secs => (${limits}::float8[])[9])) as room,
     lateral (select case when has_paid then (${limits}::float8[])[5:8] else (${limits}::float8[])[1:4] end)
       as given (level),
     lateral (select coalesce(began_at, now()) + make_interval(secs => level[4])) as ends (reserved_until)`

/** The condition on a product's row that the units fit into the account's share of it; `room` as selected above. */
export const fitsInto = (room: string, units: string) =>
  `${units} <= reservable_units(quantity, (select held_units from ${room}),
       (select percent from ${room}), ${smallestOrder})`

type Room = {
  has_paid: boolean
  held_orders: number
  held_units: number
  orders: number
  other_products: number
  products: number
  began_at: Date | null
  reserved_until: Date
  is_free: boolean
  /** Until units of the product can be reserved again, after a reservation that has ended. */
  seconds_to_wait: number | null
  reservable: number
  in_stock: number
  /** The smallest order of the product, and its pack size. */
  smallest: number
  pack: number
}

type RoomValues = [userId: string, productId: string, limits: LimitNumbers]

/** Locks the product's row after the account's reservations, as the statement that places an order does. */
const findRoom = prepared<Room, RoomValues>(
  'reservation-room',
  `with room as materialized (${selectRoom('$1', '$2', '$3')})
   select room.*, quantity as in_stock,
     ceil(extract(epoch from free_at - now()))::integer as seconds_to_wait,
     reservable_units(quantity, held_units, percent, ${smallestOrder}) as reservable,
     ${smallestOrder} as smallest, ${packSize} as pack
   from room, products where products.id = $2
   for no key update of products`,
)

interface Wanted {
  userId: string
  productId: string
  quantity: number
  limits: ReservationLimits
}

const valuesOf = ({ userId, productId, limits }: Wanted): RoomValues => [
  userId,
  productId,
  limitNumbers(limits),
]

/** Throws if the account must not reserve these units; else its room, locked until the transaction ends. */
export async function requireRoom(trx: Transaction<Schema>, wanted: Wanted): Promise<Room> {
  const { rows } = await trx.executeQuery<Room>(CompiledQuery.raw(findRoom.text, valuesOf(wanted)))
  const [room] = rows
  if (!room) throw new AppError('not-found')
  const refusal = refusalOf(room, wanted)
  if (refusal) throw refusal
  return room
}

/** Why the account must not reserve these units now; undefined if it may. */
export async function reservationRefusal(
  pool: Pool,
  wanted: Wanted,
): Promise<AppError | undefined> {
  const [room] = await findRoom(pool, valuesOf(wanted))
  return room && refusalOf(room, wanted)
}

function refusalOf(room: Room, { quantity, limits }: Wanted): AppError | undefined {
  if (room.held_orders >= room.orders) {
    const first = room.has_paid ? 'You have' : 'Until your first payment you can have'
    return new AppError('too-many-unpaid', {
      detail: `${first} ${room.orders} unpaid orders${room.has_paid ? '' : ' at a time'}. Pay or delete one of them first`,
    })
  }
  if (room.other_products >= room.products) {
    return new AppError('too-many-products', {
      detail: `Until you confirm your email address you can reserve ${room.products} products at a time. Confirm the address, or pay or delete one of your unpaid orders`,
    })
  }
  if (!room.is_free) return reservedBefore(room.seconds_to_wait ?? 0, limits)
  // A shortage is a refusal of its own.
  const isInStock = quantity <= room.in_stock
  if (isInStock && quantity > room.reservable) return tooManyUnits(room)
  return undefined
}

function tooManyUnits({ reservable, held_units, in_stock, smallest, pack }: Room) {
  const packed = inWholePacks(Math.min(reservable, in_stock), { packSize: pack })
  const available = packed < smallest ? 0 : packed
  const held = held_units > 0 ? ` besides the ${held_units} that you have reserved` : ''
  const now =
    available > 0
      ? `you can reserve ${available} units of this part${held}. Take fewer`
      : `you cannot reserve more units of this part${held}. Pay for those`
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
