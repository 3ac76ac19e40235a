import type pg from 'pg'
import { StartError } from './start-error.ts'

/** Fails the start if the database does not know the shop's time zone: figures by day need it there. */
export async function refuseUnknownTimeZone(pool: pg.Pool, timeZone: string): Promise<void> {
  const { rowCount } = await pool.query('select from pg_timezone_names where name = $1', [timeZone])
  if (rowCount === 0) {
    throw new StartError(`TIME_ZONE: the database does not know the time zone ${timeZone}`)
  }
}
