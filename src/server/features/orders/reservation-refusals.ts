import type { Pool } from 'pg'
import { AppError } from '../../errors/errors.ts'
import { findTerms, limitNumbers } from './reservation-limits.ts'
import type { ReservationLimits, Terms } from './reservation-limits.ts'

export interface WantedUnits {
  product: string
  quantity: number
}

interface Wanted {
  userId: string
  lines: readonly WantedUnits[]
  limits: ReservationLimits
}

/** Why the account must not have another order now; undefined if it may. */
export async function reservationRefusal(
  pool: Pool,
  { userId, lines, limits }: Wanted,
): Promise<AppError | undefined> {
  const products = lines.map(({ product }) => product)
  const [terms] = await findTerms(pool, { userId, products, limits: limitNumbers(limits) })
  return terms && refusalOf(terms, lines.length)
}

function refusalOf({ held_orders, orders_max, held_lines, lines_max }: Terms, lineCount: number) {
  if (held_orders >= orders_max) {
    return new AppError('too-many-unpaid', {
      detail: `You have ${orders_max} unpaid orders. Pay or delete one of them first`,
    })
  }
  if (held_lines + lineCount <= lines_max) return undefined
  const held = held_lines > 0 ? `, and you have ${held_lines}` : ''
  return new AppError('too-many-products', {
    detail: `You can have ${lines_max} parts in unpaid orders at a time${held}. Pay or delete an unpaid order, or order fewer parts at a time`,
  })
}
