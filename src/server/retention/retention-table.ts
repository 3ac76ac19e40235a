import { storedTables } from './personal-data.ts'
import type { Periods } from './stored-table.ts'

interface KeptData {
  table: string
  title: string
  columns: readonly string[]
  kept: string
  whenErased: string
}

/** Everything personal that the shop stores, with its retention period. */
export const retentionOf = (periods: Periods<string>): KeptData[] =>
  Object.entries(storedTables).flatMap(([table, { title, personal: columns, kept, whenErased }]) =>
    title && kept && whenErased ? [{ table, title, columns, kept: kept(periods), whenErased }] : [],
  )

const counted = (count: number, unit: string) => `${count} ${count === 1 ? unit : `${unit}s`}`

/** The periods of the settings in words. */
export const periodsInWords = ({ signInDays, orderYears, erasedOrderDays }: Periods) => ({
  signInDays: counted(signInDays, 'day'),
  orderYears: counted(orderYears, 'year'),
  erasedOrderDays: counted(erasedOrderDays, 'day'),
})
