import type { ColumnType } from 'kysely'
import type { TaxRate } from '#contract/taxes/tax-lines.ts'

/** Set by the database, never written. */
export type ReadOnlyColumn<T> = ColumnType<T, never, never>

/** A JSON object whose fields depend on the row. */
export type JsonFields = Record<string, unknown>

/** Of an order: the rates of its area, and their cents on shipping. */
export interface StoredTax {
  included: boolean
  exempt: boolean
  /** The key of the area. */
  area: string
  /** Of the area, as it is shown. */
  name: string
  rates: readonly TaxRate[]
  /** Cents of each rate that is charged on shipping. */
  shipping: readonly number[]
}

/** Of an order mail: the reason of a refund, the amount of a partial one. */
export interface OrderMailDetails {
  reason?: string
  /** Of all partial refunds so far. */
  cents?: number
  /** Of this partial refund, in cents. */
  amount?: number
}
