import * as z from 'zod/mini'
import { endpoint } from './shared/endpoint.ts'
import { NumberedPage, PageQuery } from './shared/fields.ts'

/** The longest period of the figures. */
export const salesDaysMax = 366

const dayMessage = 'A day since 2000, such as 2026-11-26'

const Day = z.iso.date(dayMessage).check(z.refine((day) => day >= '2000-01-01', dayMessage))

/** Days of the shop's time zone, both included. */
export const SalesFilter = z.object({
  from: Day,
  to: Day,
  /** A part of the buyer's company or e-mail address. */
  account: PageQuery.shape.q,
  /** A part of the product's name or part number. */
  product: PageQuery.shape.q,
})
export type SalesFilter = z.output<typeof SalesFilter>

/** What an account bought of a product at one price. */
export const TradeSale = z.object({
  _id: z.string(),
  email: z.string(),
  /** Null for an account on a price list without a trade account. */
  company: z.nullable(z.string()),
  name: z.string(),
  partNumber: z.nullable(z.string()),
  orders: z.int(),
  units: z.int(),
  unitPrice: z.number(),
  /** The price of one unit for everybody at that time. */
  listPrice: z.number(),
  /**
   * Dollars of all units at their unit price, without shipping. Not what was paid: taxes are added to prices without them, and taken off
   * prices with them for an exempt account.
   */
  amount: z.number(),
  atListPrice: z.number(),
})
export type TradeSale = z.output<typeof TradeSale>

export const SalesTotals = z.object({
  /** Rows of the list. */
  count: z.int(),
  isCapped: z.boolean(),
  orders: z.int(),
  units: z.int(),
  amount: z.number(),
  atListPrice: z.number(),
})
export type SalesTotals = z.output<typeof SalesTotals>

/** What accounts with terms of their own bought, in paid and shipped orders. */
export const tradeSales = {
  list: endpoint({
    method: 'GET',
    path: '/manage/tradeSales',
    access: 'admin',
    summary:
      'Purchases of trade accounts and of accounts on a price list in a period, by account, product and price, with what list prices would have brought',
    query: z.extend(SalesFilter, NumberedPage.shape),
    response: z.array(TradeSale),
  }),
  totals: endpoint({
    method: 'GET',
    path: '/manage/tradeSales/totals',
    access: 'admin',
    summary: 'Totals of these sales',
    query: SalesFilter,
    response: SalesTotals,
  }),
  csv: endpoint({
    method: 'GET',
    path: '/manage/tradeSales/export',
    access: 'admin',
    summary: 'The lines of these orders as a CSV file',
    query: SalesFilter,
    file: 'text/csv',
    response: z.string(),
  }),
}
