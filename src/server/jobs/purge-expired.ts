import type { Pool } from 'pg'
import { everyOnce } from './run-exclusively.ts'
import { signInDaysMax } from '../services/identity/identity.ts'

/** What was never imported goes earlier. */
const oldImport = `(changed_at < now() - interval '90 days'
  or (state in ('reading', 'checked') and changed_at < now() - interval '7 days'))`

/** Rows that nobody asks for any more, and when that is so. */
const leftovers: Readonly<Record<string, string>> = {
  idempotency_keys: `created_at < now() - interval '24 hours'`,
  webhook_events: `processed_at < now() - interval '90 days'`,
  // Their links lead to accounts; those that could not be sent are old news by then.
  outbox: `coalesce(sent_at, created_at) < now() - interval '30 days'`,
  contact_messages: `done_at < now() - interval '365 days'`,
  // After that nobody undoes an import any more; what it changed stands in the audit log.
  product_import_rows: `import_id in (select id from product_imports where ${oldImport})`,
  product_imports: `${oldImport}
    and not exists (select from product_import_rows where import_id = product_imports.id)`,
  // Their addresses were never confirmed, so they are not ours to keep.
  newsletter_subscriptions: `confirmed_at is null and mailed_at < now() - interval '7 days'`,
  // A day more than a sign-in lasts: its last access token has ended, too.
  revoked_sessions: `signed_in_at < now() - interval '${signInDaysMax + 1} days'`,
  rate_limits: `expire < extract(epoch from now() - interval '1 hour') * 1000`,
  'identity.session': `"expiresAt" < now() - interval '1 day'`,
  'identity.verification': `"expiresAt" < now() - interval '1 day'`,
}

const batchSize = 500
const batchesMax = 100

/** Removes what is left over, in small batches, so that nothing waits for it. Once an hour, on one node. */
export const runUpkeep = (pool: Pool): Promise<boolean> =>
  everyOnce(pool, { name: 'upkeep', everySeconds: 3600, leaseSeconds: 600 }, () =>
    removeLeftovers(pool),
  )

/** How many rows of which table went; what is too much for one run is left to the next. */
export async function removeLeftovers(pool: Pool): Promise<Record<string, number>> {
  const removed: Record<string, number> = {}
  for (const [table, condition] of Object.entries(leftovers)) {
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
