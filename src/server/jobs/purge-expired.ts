import type { Pool } from 'pg'
import { runExclusively } from './run-exclusively.ts'

/** Imports that were never applied expire earlier. */
const oldImport = `(changed_at < now() - interval '90 days'
  or (state in ('reading', 'checked') and changed_at < now() - interval '7 days'))`

interface Retention {
  /** After this many days a sign-in ends. */
  signInDays: number
}

/** The condition under which a table's rows have expired. */
const expired = ({ signInDays }: Retention): Readonly<Record<string, string>> => ({
  idempotency_keys: `created_at < now() - interval '24 hours'`,
  webhook_events: `processed_at < now() - interval '90 days'`,
  // Their links give access to accounts, and unsent mails are outdated by then.
  outbox: `coalesce(sent_at, created_at) < now() - interval '30 days'`,
  contact_messages: `done_at < now() - interval '365 days'`,
  // Imports can be undone until then; their changes stay in the audit log.
  product_import_rows: `import_id in (select id from product_imports where ${oldImport})`,
  product_imports: `${oldImport}
    and not exists (select from product_import_rows where import_id = product_imports.id)`,
  // Addresses that were never confirmed must not be kept.
  newsletter_subscriptions: `confirmed_at is null and mailed_at < now() - interval '7 days'`,
  // A day more than a sign-in lasts, so that its last access token has expired too.
  revoked_sessions: `signed_in_at < now() - interval '${signInDays + 1} days'`,
  rate_limits: `expire < extract(epoch from now() - interval '1 hour') * 1000`,
  'identity.session': `"expiresAt" < now() - interval '1 day'`,
  // No browser keeps its cookie longer.
  'identity.known_browser': `seen_at < now() - interval '400 days'`,
  'identity.verification': `"expiresAt" < now() - interval '1 day'`,
})

const batchSize = 500
const batchesMax = 100

/** Deletes expired rows in small batches, so that no lock is held for long. Hourly, on one node. */
export const purgeExpired = (pool: Pool, retention: Retention): Promise<boolean> =>
  runExclusively(pool, { name: 'upkeep', everySeconds: 3600, leaseSeconds: 600 }, () =>
    purgeExpiredRows(pool, retention),
  )

/** Returns the number of rows deleted from each table; a run is limited, the next one continues. */
export async function purgeExpiredRows(
  pool: Pool,
  retention: Retention,
): Promise<Record<string, number>> {
  const removed: Record<string, number> = {}
  for (const [table, condition] of Object.entries(expired(retention))) {
    removed[table] = 0
    for (let batch = 0; batch < batchesMax; batch += 1) {
      const { rowCount } = await pool.query(
        `delete from ${table} where ctid = any (array(
           select ctid from ${table} where ${condition} limit ${batchSize} for update skip locked))`,
      )
      removed[table] += rowCount ?? 0
      if ((rowCount ?? 0) < batchSize) break
    }
  }
  return removed
}
