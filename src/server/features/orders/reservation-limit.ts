import { heldOrdersMax, heldOrdersMaxUnverified } from '#contract/shared/limits.ts'
import type { User } from '../../http/access.ts'
import type { Config } from '../../config/config.ts'
import type { Db } from '../../db/index.ts'
import { AppError } from '../../http/errors.ts'

type Holder = Pick<User, 'isVerified'>

/** Unpaid orders of one account that may keep their units at the same time. */
export function reservationLimitOf(
  { LIMITS }: Pick<Config, 'LIMITS'>,
  { isVerified }: Holder,
): number {
  if (LIMITS === 'off') return Number.MAX_SAFE_INTEGER
  return isVerified ? heldOrdersMax : heldOrdersMaxUnverified
}

/** Throws when the account keeps units for as many orders as it may. */
export async function requireFreeReservation(db: Db, userId: string, heldMax: number) {
  const { count } = await db
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('held_until', 'is not', null)
    .executeTakeFirstOrThrow()
  if (count < heldMax) return
  throw new AppError('too-many-unpaid', {
    detail: `${heldMax} of your orders wait to be paid. Pay or delete one of them first`,
  })
}
