import type { Transaction } from 'kysely'
import { CompiledQuery } from 'kysely'
import type { Pool } from 'pg'
import { inWholePacks } from '#contract/shared/quantity.ts'
import type { Schema } from '../../db/schema.ts'
import { AppError } from '../../errors/errors.ts'
import { retryAfter } from '../../errors/retry-after.ts'
import { findRoom, limitNumbers } from './reservation-limits.ts'
import type {
  Level,
  ReservationLimits,
  Room,
  RoomOfProduct,
  RoomValues,
} from './reservation-limits.ts'

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
  const { orders_max: orders } = room
  const growsByPayment = !room.has_paid && limits.unpaid !== limits.paid
  if (room.held_orders >= orders) {
    const first = growsByPayment ? 'Until your first payment you can have' : 'You have'
    return new AppError('too-many-unpaid', {
      detail: `${first} ${orders} unpaid orders${growsByPayment ? ' at a time' : ''}. Pay or delete one of them first`,
    })
  }
  if (room.held_lines + lines.length > room.lines_max) return tooManyLines(room, growsByPayment)
  if (room.other_products + lines.length > room.products_max) {
    return new AppError('too-many-products', {
      detail: `Until you confirm your email address you can reserve ${room.products_max} products at a time. Confirm the address, or pay or delete one of your unpaid orders`,
    })
  }
  if (!room.is_free) return reservedBefore(room.seconds_to_wait ?? 0, limits)
  const byProduct = new Map(rooms.map((each) => [each.id, each]))
  const beyondShare = lines.flatMap(({ product, quantity }) => {
    const own = byProduct.get(product)
    // A shortage is a refusal of its own.
    return own && quantity <= own.in_stock && quantity > own.reservable ? [own] : []
  })
  // The first of the lines may exceed their share.
  const refused = beyondShare.slice(room.full_max)
  return refused.length > 0 ? tooManyUnits(refused, lines.length, limits.unpaid) : undefined
}

function tooManyLines({ held_lines, lines_max: lines }: Room, growsByPayment: boolean) {
  const first = growsByPayment ? 'Until your first payment you' : 'You'
  const held = held_lines > 0 ? `, and you have reserved ${held_lines}` : ''
  return new AppError('too-many-products', {
    detail: `${first} can have reserved ${lines} parts at a time${held}. Pay or delete an unpaid order, or order fewer parts at a time`,
  })
}

/** Parts that a refusal names. */
const namedMax = 5

function tooManyUnits(
  refused: readonly RoomOfProduct[],
  lineCount: number,
  { fullProducts, percent }: Level,
) {
  const parts = refused.map((part) => ({ ...part, available: reservableNow(part) }))
  const canTakeFewer = parts.some(({ available }) => available > 0)
  const [limit, wayOut] =
    fullProducts > 0
      ? [
          `Until your first payment you can reserve all units of the first ${fullProducts} parts and ${percent}% of each further one:`,
          canTakeFewer ? 'Take fewer, or pay for an order first' : 'Pay for an order first',
        ]
      : [
          'Until you confirm your email address you can reserve',
          `${canTakeFewer ? 'Take fewer' : 'Pay for those'}, or confirm the address`,
        ]
  const named = parts
    .slice(0, namedMax)
    .map((part) => reservableText(part, lineCount === 1 ? 'this part' : part.name))
  const others = parts.length - named.length
  const more = others > 0 ? `, and fewer of ${others} more` : ''
  return new AppError('too-many-units', {
    detail: `${limit} ${named.join(', ')}${more}. ${wayOut}`,
    available: parts[0]?.available ?? 0,
    lines: parts.map(({ id, available }) => ({ product: id, available })),
  })
}

/** The units that can be ordered within the share: whole packs from the smallest order on. */
function reservableNow({ reservable, in_stock, smallest, pack }: RoomOfProduct) {
  const packed = inWholePacks(Math.min(reservable, in_stock), { packSize: pack })
  return packed < smallest ? 0 : packed
}

function reservableText({ available, held }: { available: number; held: number }, part: string) {
  const besides = held > 0 ? ` besides the ${held} that you have reserved` : ''
  return `${available > 0 ? available : 'no more'} units of ${part}${besides}`
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
