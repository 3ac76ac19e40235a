import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { PageQuery } from '#contract/fields.ts'
import type { User } from '#contract/users.ts'
import type { Db } from '../../db/index.ts'
import type { Schema } from '../../db/schema.ts'
import { containing } from '../../db/search.ts'

export async function listUsers(
  db: Db,
  { after, limit, q }: Pick<PageQuery, 'after' | 'q'> & { limit: number },
): Promise<User[]> {
  let query = db
    .selectFrom('users')
    .select(['id as _id', 'email', 'name', 'role', 'email_verified as verified'])
    .select(sql<boolean>`deactivated_at is null`.as('active'))
    .orderBy('id')
    .limit(limit)
  if (after) query = query.where('id', '>', after)
  if (q) query = query.where((where) => containing(where, ['email', 'name'], q))
  return query.execute()
}

export const findUserByEmail = (db: Db, email: string) =>
  db
    .selectFrom('users')
    .select(['id', 'role', 'email_verified', 'deactivated_at'])
    .where('email', '=', email)
    .executeTakeFirst()

/** Makes a verified, open account an admin. Returns how many accounts changed. */
export async function promoteUser(db: Db, id: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ role: 'admin' })
    .where('id', '=', id)
    .where('role', '=', 'customer')
    .where('email_verified', '=', true)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Whether somebody else is left who can act as an admin, kept true until the transaction ends. */
export async function hasOtherAdmin(trx: Transaction<Schema>, id: string): Promise<boolean> {
  // Two admins who remove each other at once must not both succeed.
  await sql`select pg_advisory_xact_lock(hashtext('admins'))`.execute(trx)
  const other = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '<>', id)
    .where('role', '=', 'admin')
    .where('email_verified', '=', true)
    .where('deactivated_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/** Closes an account unless it is the last admin's. Returns how many accounts changed. */
export function deactivateUser(db: Db, id: string): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const isOtherAdminLeft = await hasOtherAdmin(trx, id)
    let query = trx
      .updateTable('users')
      .set({ deactivated_at: sql<Date>`now()` })
      .where('id', '=', id)
      .where('deactivated_at', 'is', null)
    if (!isOtherAdminLeft) query = query.where('role', '=', 'customer')
    const { numUpdatedRows } = await query.executeTakeFirst()
    return Number(numUpdatedRows)
  })
}
