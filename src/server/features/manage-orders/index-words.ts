import type { Pool } from 'pg'

/**
 * Moves the words of new orders from the list of the pending ones into the index, so that no order has to. Returns the
 * number of pages that the list had.
 */
export async function indexWords(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ pages: string }>(
    `select gin_clean_pending_list('orders_words') as pages`,
  )
  return Number(rows[0]?.pages)
}
