import { heldOrdersMax, heldOrdersMaxUnverified } from '#contract/shared/limits.ts'
import type { User } from '../../http/access.ts'
import type { Config } from '../../config/config.ts'
import type { Db } from '../../db/index.ts'
import { AppError } from '../../errors/errors.ts'

/** Limit of reservations per account, that is of unpaid orders with reserved units. */
export function reservationLimitOf(
  { LIMITS }: Pick<Config, 'LIMITS'>,
  { isVerified }: Pick<User, 'isVerified'>,
): number {
  if (LIMITS === 'off') return Number.MAX_SAFE_INTEGER
  return isVerified ? heldOrdersMax : heldOrdersMaxUnverified
}

/** Throws if the account has reached its limit of reservations. */
export async function requireFreeReservation(db: Db, userId: string, limit: number) {
  const { count } = await db
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('held_until', 'is not', null)
    .executeTakeFirstOrThrow()
  if (count < limit) return
  throw new AppError('too-many-unpaid', {
    detail: `You have ${limit} unpaid orders. Pay or delete one of them first`,
  })
}
