import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { commandLine, configuration, recordAdminAction } from '../audit/record.ts'
import type { Actor } from '../audit/record.ts'
import type { Db } from '../../db/index.ts'
import type { Schema } from '../../db/schema.ts'
import { AppError } from '../../errors/errors.ts'
import { findUserByEmail } from './queries.ts'

/** Makes a verified, open account an admin. Returns the number of changed accounts. */
export function promoteUser(db: Db, actor: Actor, email: string): Promise<number> {
  return withAdminsLocked(db, async (trx) => {
    await refuseFormerAdmin(trx, actor)
    const target = await findUserByEmail(trx, email)
    if (!target || target.deactivated_at) throw new AppError('not-found')
    if (!target.email_verified) throw new AppError('email-not-verified')
    return changeRole(trx, actor, { id: target.id, role: 'admin' })
  })
}

/** Closes an account unless it is the last admin's. Returns the number of changed accounts. */
export function deactivateUser(db: Db, actor: Actor, email: string): Promise<number> {
  return withAdminsLocked(db, async (trx) => {
    await refuseFormerAdmin(trx, actor)
    const target = await findUserByEmail(trx, email)
    if (!target) throw new AppError('not-found')
    if (target.deactivated_at) return 0
    await refuseLastAdmin(trx, target.id)
    const after = await trx
      .updateTable('users')
      .set({ deactivated_at: sql<Date>`now()` })
      .where('id', '=', target.id)
      .returning('deactivated_at')
      .executeTakeFirstOrThrow()
    await recordAdminAction(trx, actor, {
      action: 'deactivate-user',
      target: target.id,
      before: { deactivated_at: null },
      after,
    })
    return 1
  })
}

/** Revokes an admin's rights unless it is the last admin. Returns the number of changed accounts. */
export function demoteUser(db: Db, actor: Actor, email: string): Promise<number> {
  return withAdminsLocked(db, async (trx) => {
    await refuseFormerAdmin(trx, actor)
    const target = await findUserByEmail(trx, email)
    if (!target) throw new AppError('not-found')
    await refuseLastAdmin(trx, target.id)
    return changeRole(trx, actor, { id: target.id, role: 'customer' })
  })
}

/**
 * Opens a closed account again, as a customer: old tokens stay revoked, and admin rights must be granted again.
 * Returns the number of changed accounts.
 */
export function reactivateUser(db: Db, actor: Actor, email: string): Promise<number> {
  return withAdminsLocked(db, async (trx) => {
    await refuseFormerAdmin(trx, actor)
    const target = await findUserByEmail(trx, email)
    if (!target || target.erasure_requested_at) throw new AppError('not-found')
    if (!target.deactivated_at) return 0
    await changeRole(trx, actor, { id: target.id, role: 'customer' })
    await trx
      .updateTable('users')
      .set({ deactivated_at: null, signed_out_before: sql<Date>`date_trunc('second', now())` })
      .where('id', '=', target.id)
      .execute()
    await recordAdminAction(trx, actor, {
      action: 'reactivate-user',
      target: target.id,
      before: { deactivated_at: target.deactivated_at },
      after: { deactivated_at: null },
    })
    return 1
  })
}

/**
 * Closes an account for good, unless it is the last admin's. From now on its tokens are refused, and nothing is
 * added to it; a job erases what the shop keeps about its owner.
 */
export function closeForErasure(db: Db, actor: Actor, id: string): Promise<void> {
  return withAdminsLocked(db, async (trx) => {
    const target = await trx
      .selectFrom('users')
      .select('erasure_requested_at')
      .where('id', '=', id)
      // Waits for the orders that are being placed.
      .forUpdate()
      .executeTakeFirst()
    if (!target || target.erasure_requested_at) return
    await refuseLastAdmin(trx, id)
    await changeRole(trx, actor, { id, role: 'customer' })
    await trx
      .updateTable('users')
      .set({
        deactivated_at: sql<Date>`coalesce(deactivated_at, now())`,
        erasure_requested_at: sql<Date>`now()`,
        next_erasure_at: sql<Date>`now()`,
      })
      .where('id', '=', id)
      .execute()
  })
}

/** Whether no other admin would be left without this account. */
export async function isLastAdmin(db: Db, id: string): Promise<boolean> {
  const admins = await activeAdmins(db).limit(2).execute()
  return admins.length === 1 && admins[0]?.id === id
}

/** Grants or revokes the admin role from the command line. False when there is no such account. */
export function setRole(db: Db, email: string, role: 'admin' | 'customer'): Promise<boolean> {
  return withAdminsLocked(db, async (trx) => {
    const user = await findUserByEmail(trx, email.toLowerCase())
    if (!user) return false
    if (role === 'customer') await refuseLastAdmin(trx, user.id)
    await changeRole(trx, commandLine, { id: user.id, role })
    return true
  })
}

/**
 * Makes an account with a configured address an admin, unless its rights were ever revoked, or those of an
 * earlier account with its address.
 */
export const grantConfiguredAdmin = (db: Db, id: string): Promise<number> =>
  withAdminsLocked(db, async (trx) => {
    const taken = await trx
      .selectFrom('admin_actions')
      .select('id')
      .where('target', '=', id)
      .where('action', '=', 'revoke-admin')
      .limit(1)
      .executeTakeFirst()
    const takenFromAddress = await trx
      .selectFrom('revoked_admins')
      .select('email_hash')
      .where('email_hash', '=', hashOfEmail(id))
      .executeTakeFirst()
    return taken || takenFromAddress ? 0 : changeRole(trx, configuration, { id, role: 'admin' })
  })

/**
 * Serialises changes of admins: two admins who remove each other at once must not both succeed, and the rows of
 * `admin_actions` are in commit order.
 */
const withAdminsLocked = <Result>(
  db: Db,
  change: (trx: Transaction<Schema>) => Promise<Result>,
): Promise<Result> =>
  db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('admins'))`.execute(trx)
    return change(trx)
  })

/** Admins with a verified address and an open account. */
const activeAdmins = (db: Db) =>
  db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('email_verified', '=', true)
    .where('deactivated_at', 'is', null)

/** Another admin may have revoked the actor's rights since the access check of the request. */
async function refuseFormerAdmin(trx: Transaction<Schema>, actor: Actor) {
  const admin = await activeAdmins(trx).where('id', '=', actor.id).executeTakeFirst()
  if (!admin) throw new AppError('forbidden')
}

async function refuseLastAdmin(trx: Transaction<Schema>, id: string) {
  if (await isLastAdmin(trx, id)) throw new AppError('last-admin')
}

async function changeRole(
  trx: Transaction<Schema>,
  actor: Actor,
  { id, role }: { id: string; role: 'admin' | 'customer' },
): Promise<number> {
  const was = role === 'admin' ? 'customer' : 'admin'
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({ role })
    .where('id', '=', id)
    .where('role', '=', was)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return 0
  if (role === 'customer') {
    await trx
      .insertInto('revoked_admins')
      .values({ email_hash: hashOfEmail(id) })
      .onConflict((conflict) => conflict.column('email_hash').doNothing())
      .execute()
  }
  await recordAdminAction(trx, actor, {
    action: role === 'admin' ? 'grant-admin' : 'revoke-admin',
    target: id,
    before: { role: was },
    after: { role },
  })
  return 1
}

/** The hash of an account's address. */
const hashOfEmail = (id: string) =>
  sql<string>`(select encode(sha256(convert_to(email, 'UTF8')), 'hex') from users where id = ${id})`
