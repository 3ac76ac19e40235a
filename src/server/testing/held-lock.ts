import { expect, onTestFinished } from 'vitest'
import type { TestShop } from './shop.ts'

/** Where the calls stand that wait for a lock. */
export const waiting = `from pg_stat_activity
                        where datname = current_database() and wait_event_type = 'Lock'`

/** Locks something for as long as the test wants, tells when so many wait for it, and lets go at its end. */
export async function holdLock(
  { database: { pool } }: TestShop,
  lock: string,
  values: unknown[] = [],
) {
  const holder = await pool.connect()
  let isHeld = true
  const letGo = async () => {
    if (!isHeld) return
    isHeld = false
    await holder.query('commit')
    holder.release()
  }
  onTestFinished(letGo)
  await holder.query('begin')
  await holder.query('set local idle_in_transaction_session_timeout = 0')
  await holder.query(lock, values)
  const look = async () => (await pool.query(`select ${waiting}`)).rowCount
  return { holder, areWaiting: (count: number) => expect.poll(look).toBe(count), letGo }
}
