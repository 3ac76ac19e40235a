import { expect, onTestFinished } from 'vitest'
import type { TestShop, TestUser } from './shop.ts'

/** Sessions that wait for a lock. */
export const waitingForLock = `from pg_stat_activity
                        where datname = current_database() and wait_event_type = 'Lock'`

/**
 * Holds a lock until `release` or the end of the test. `areWaiting` polls until that many sessions wait, with a statement like the
 * pattern if one is given: jobs of the shop may wait as well.
 */
export async function holdLock(
  { database: { pool } }: TestShop,
  lock: string,
  values: unknown[] = [],
) {
  const holder = await pool.connect()
  let isHeld = true
  const release = async () => {
    if (!isHeld) return
    isHeld = false
    await holder.query('commit')
    holder.release()
  }
  onTestFinished(release)
  await holder.query('begin')
  await holder.query('set local idle_in_transaction_session_timeout = 0')
  await holder.query(lock, values)
  const look = async (pattern: string) =>
    (await pool.query(`select ${waitingForLock} and query like $1`, [pattern])).rowCount
  const areWaiting = (count: number, pattern = '%') => expect.poll(() => look(pattern)).toBe(count)
  return { holder, areWaiting, release }
}

/** Holds the lock under which the cart and the saved lists of an account change. */
export const holdCart = (shop: TestShop, { uid }: TestUser) =>
  holdLock(
    shop,
    `select pg_advisory_xact_lock(hashtext('cart'), hashtext(id::text)) from users where uid = $1`,
    [uid],
  )
