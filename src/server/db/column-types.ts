import type { ColumnType } from 'kysely'
import type { TaxRate } from '#contract/taxes/tax-lines.ts'

/** Set by the database, never written. */
export type ReadOnlyColumn<T> = ColumnType<T, never, never>

/** A JSON object whose fields depend on the row. */
export type JsonFields = Record<string, unknown>

/** The tax of an order: the rates of its area, and their cents on shipping. */
export interface StoredTax {
  included: boolean
  exempt: boolean
  /** The key of the area. */
  area: string
  /** The area's name, as it is shown. */
  name: string
  rates: readonly TaxRate[]
  /** Cents of each rate that is charged on shipping. */
  shipping: readonly number[]
}

/** What an order mail says beside its order: the reason of a refund, the amount of a partial one. */
export interface OrderMailDetails {
  reason?: string
  /** False if the order never had a reservation. */
  reserved?: boolean
  /** The sum of all partial refunds so far. */
  cents?: number
  /** This partial refund, in cents. */
  amount?: number
}
