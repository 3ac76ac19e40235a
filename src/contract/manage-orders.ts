import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { IdParams, numeric, text } from './fields.ts'
import { Order } from './orders.ts'

/** The admin's lists of orders, by what is to be done about them. */
export const orderTabs = ['all', 'to-ship', 'shipped', 'not-paid', 'refunded'] as const
export type OrderTab = (typeof orderTabs)[number]

export const orderSorts = [
  'order',
  'product',
  'quantity',
  'amount',
  'customer',
  'delivery',
] as const
export type OrderSort = (typeof orderSorts)[number]

export const rowsChoices = [25, 50, 100] as const

/** Matches of a search are counted up to this many; more is 'more than'. */
export const matchesMax = 1000

/** How deep pages go: further down lies what a search or a tab finds sooner. */
const pageMax = 100_000

const whole = (message: string, max: number) =>
  numeric(message).check(
    z.refine((value: number) => Number.isInteger(value) && value >= 1 && value <= max, message),
  )

const Filter = z.object({
  tab: z._default(z.enum(orderTabs), 'all'),
  q: z.optional(z.string().check(z.trim(), z.maxLength(100, 'q has at most 100 characters'))),
  sort: z._default(z.enum(orderSorts), 'order'),
  direction: z._default(z.enum(['asc', 'desc']), 'desc'),
})
export type OrderFilter = z.output<typeof Filter>

const Counts = z.object({
  all: z.number(),
  'to-ship': z.number(),
  shipped: z.number(),
  'not-paid': z.number(),
  refunded: z.number(),
})

/** Money of orders by the day (UTC) of their payment, less what went back. */
const Day = z.object({ day: z.string(), orders: z.number(), revenue: z.number() })

const summaryDays = 30

export const OrderSummary = z.object({
  counts: Counts,
  /** The last 30 days, oldest first, today last; a day without payments is there with zeros. */
  days: z.array(Day).check(z.length(summaryDays)),
})
export type OrderSummary = z.output<typeof OrderSummary>

export const ManagedOrders = z.object({
  rows: z.array(Order),
  /** How many fit the filter; of a search at most {@link matchesMax} are counted. */
  total: z.number(),
  isMore: z.boolean(),
})
export type ManagedOrders = z.output<typeof ManagedOrders>

export const OrderEvent = z.object({
  kind: z.enum([
    'placed',
    'lapsed',
    'held',
    'paid',
    'shipped',
    'deleted',
    'restored',
    'refunded',
    'partly-refunded',
  ]),
  at: z.string(),
  /** An account's e-mail, or 'shop', 'card provider', 'command line'. */
  by: z.string(),
  reason: z.optional(z.string()),
  /** Dollars that went back so far, of a partial refund. */
  amount: z.optional(z.number()),
})
export type OrderEvent = z.output<typeof OrderEvent>

export const Refund = z.object({
  reason: text('Reason is Required', {
    min: 3,
    max: 200,
    tooShort: 'Must be 3 characters or longer',
  }),
})

/** What admins do with all orders, beyond the specification's calls. */
export const manageOrders = {
  list: endpoint({
    method: 'GET',
    path: '/manage/orders',
    access: 'admin',
    summary: 'Orders by state, searched, sorted, by page',
    query: z.extend(Filter, {
      page: z._default(whole('page is a number from 1', pageMax), 1),
      rows: z._default(whole('rows is a number from 1 to 100', 100), 25),
    }),
    response: ManagedOrders,
  }),
  summary: endpoint({
    method: 'GET',
    path: '/manage/orders/summary',
    access: 'admin',
    summary: 'How many orders are in each state, and what was paid on each of the last 30 days',
    response: OrderSummary,
  }),
  csv: endpoint({
    method: 'GET',
    path: '/manage/orders/export',
    access: 'admin',
    summary: 'The same orders as a CSV file: all pages of what the filter shows',
    query: Filter,
    file: 'text/csv',
    response: z.string(),
  }),
  history: endpoint({
    method: 'GET',
    path: '/manage/orders/{id}/history',
    access: 'admin',
    summary: 'What happened to an order, when and by whom, oldest first',
    params: IdParams,
    response: z.array(OrderEvent),
    problems: ['not-found'],
  }),
  refund: endpoint({
    method: 'POST',
    path: '/manage/orders/{id}/refund',
    access: 'admin',
    summary: 'Send the money of a paid order back; units that were not shipped return to the stock',
    lane: 'priority',
    params: IdParams,
    body: Refund,
    response: z.object({ modifiedCount: z.number() }),
    problems: ['not-found', 'not-paid'],
  }),
}
