import * as z from 'zod/mini'
import { endpoint } from './shared/endpoint.ts'
import { EmailInUrl, IdParams } from './shared/fields.ts'
import { OrderCounts } from './manage-orders.ts'
import { OrderFilter, orders } from './orders.ts'

export const OwnOrderCounts = z.object({
  counts: z.extend(OrderCounts.shape.counts, { cancelled: z.number() }),
  isCapped: OrderCounts.shape.isCapped,
})
export type OwnOrderCounts = z.output<typeof OwnOrderCounts>

/** What customers do with their own orders, beyond the specification's calls. */
export const ownOrders = {
  counts: endpoint({
    method: 'GET',
    path: '/singleOrder/counts',
    access: 'customer',
    summary: "How many of the caller's orders are in each state, of all or of those a search finds",
    query: z.object({ email: EmailInUrl, q: OrderFilter.shape.q }),
    response: OwnOrderCounts,
  }),
  invoice: endpoint({
    method: 'GET',
    path: '/order/invoice/{id}',
    access: 'customer',
    summary:
      'The invoice of an order that was paid, refunded or not, as a PDF: your own, or any if you are an admin',
    params: IdParams,
    file: 'application/pdf',
    response: z.string(),
    problems: ['not-found', 'not-paid'],
  }),
}

/** What an account's own orders are read by: whatever changes them makes all of these stale. */
export const ownOrderReads = [orders.mine, ownOrders.counts] as const
