import type { ColumnType } from 'kysely'

/** Set by the database, never written. */
export type ReadOnlyColumn<T> = ColumnType<T, never, never>

/** A JSON object whose fields depend on the row. */
export type JsonFields = Record<string, unknown>

/** Of an order mail: the reason of a refund, the amount of a partial one. */
export interface OrderMailDetails {
  reason?: string
  /** Of all partial refunds so far. */
  cents?: number
  /** Of this partial refund, in cents. */
  amount?: number
}
