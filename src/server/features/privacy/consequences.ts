import { sql } from 'kysely'
import type { Erasure } from '#contract/own-data.ts'
import type { Config } from '../../config/config.ts'
import type { Db } from '../../db/index.ts'
import { isLastAdmin } from '../users/admins.ts'

/** The consequences of an erasure, for its owner to read before it. */
export async function consequencesOf(
  db: Db,
  id: string,
  { ERASED_ORDER_CONTACTS_DAYS: keptDays }: Pick<Config, 'ERASED_ORDER_CONTACTS_DAYS'>,
): Promise<Erasure> {
  const open = await db
    .selectFrom('orders')
    .select(['status', ({ fn }) => fn.countAll<number>().as('count')])
    .select(sql<number>`count(*) filter (where delivery_address is null)`.as('unaddressed'))
    .where('user_id', '=', id)
    .where('status', 'in', ['unpaid', 'paid'])
    .where('deleted_at', 'is', null)
    .groupBy('status')
    .execute()
  const unpaid = open.find(({ status }) => status === 'unpaid')
  const paid = open.find(({ status }) => status === 'paid')
  return {
    unpaid: unpaid?.count ?? 0,
    unshipped: paid?.count ?? 0,
    unaddressed: paid?.unaddressed ?? 0,
    keptDays,
    isLastAdmin: await isLastAdmin(db, id),
  }
}
