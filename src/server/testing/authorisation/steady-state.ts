import type { Site } from '../site.ts'

/** Imports run later in the background, which would look like the effect of another call. */
export async function holdImports({ database }: Site) {
  const held = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const holding = database.withoutTimeouts(async ({ pool }) => {
    const client = await pool.connect()
    await client.query(`select pg_advisory_lock(hashtext('product imports'))`)
    held.resolve()
    await ended.promise
    client.release(true)
  })
  await held.promise
  return () => {
    ended.resolve()
    return holding
  }
}

/** Undoes the changes of calls to accounts. */
export async function createRestore({ database: { pool } }: Site) {
  await pool.query('create table kept_users as table users')
  await pool.query('create table kept_trade_accounts as table trade_accounts')
  await pool.query(
    'create table kept_revocations as select user_id, signed_in_at from revoked_sessions',
  )
  return () =>
    // The database lets no erased account return. New orders would be delivered to a default address.
    pool.query(
      `alter table users disable trigger guard_erasure;
       delete from revoked_sessions where (user_id, signed_in_at) not in (table kept_revocations);
       delete from erased_identities;
       update users set uid = kept.uid, email = kept.email, name = kept.name, role = kept.role,
         email_verified = kept.email_verified, deactivated_at = kept.deactivated_at,
         erasure_requested_at = null, erased_at = null
       from kept_users as kept where kept.id = users.id;
       alter table users enable trigger guard_erasure;
       delete from trade_accounts
       where state <> 'asked' or user_id in (select user_id from kept_trade_accounts);
       insert into trade_accounts table kept_trade_accounts;
       update addresses set is_default = false where is_default`,
    )
}
