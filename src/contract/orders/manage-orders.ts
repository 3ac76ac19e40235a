import * as z from 'zod/mini'
import { NewTracking } from '../shared/carriers.ts'
import { OrderRefunds, PartialRefund, refundStates } from '../invoices/refunds.ts'
import { endpoint } from '../shared/endpoint.ts'
import { IdParams, PageNumber, PageQuery, multilineText } from '../shared/fields.ts'
import { disputeStates, Order } from './orders.ts'
import { OrderFilter } from './order-filter.ts'
import { PickList } from './pick-list.ts'
import { openEnum } from '../shared/open-enum.ts'

export const StatusCounts = z.object({
  all: z.number(),
  'to-ship': z.number(),
  shipped: z.number(),
  'not-paid': z.number(),
  refunded: z.number(),
})

export const OrderCounts = z.object({
  counts: z.extend(StatusCounts, {
    /** Orders held back by a dispute or an inquiry. Nodes of the previous version do not count them. */
    disputed: z._default(z.number(), 0),
  }),
  /** More orders match than are counted; the counts cover the first matches only. */
  isCapped: z.boolean(),
})
export type OrderCounts = z.output<typeof OrderCounts>

const revenueDays = 30

/** The last 30 days (UTC), oldest first; days without payments are included with zeros. */
export const Revenue = z
  .array(z.object({ day: z.string(), orders: z.number(), revenue: z.number() }))
  .check(z.length(revenueDays))
export type Revenue = z.output<typeof Revenue>

/** Changes of a shipment in the history of its order. */
const shipmentChanges = ['undone', 'stopped', 'tracking', 'address-asked'] as const
export type ShipmentChange = (typeof shipmentChanges)[number]

export const OrderEvent = z.object({
  kind: openEnum([
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
  /** An account's e-mail address, or 'shop', 'card provider', 'command line'. */
  by: z.string(),
  reason: z.optional(z.string()),
  /**
   * What became of the shipment, beside its shipping. Such an event has the kind `shipped`, since pages of the
   * previous version know no other, and its text is in `reason`.
   */
  shipment: z.optional(openEnum(shipmentChanges)),
  /** Dollars refunded so far, by partial refunds. */
  amount: z.optional(z.number()),
})
export type OrderEvent = z.output<typeof OrderEvent>

export const Dispute = z.object({
  /** The provider's id. */
  id: z.string(),
  state: openEnum(disputeStates),
  /** The provider's word for the reason, such as `fraudulent`. */
  reason: z.string(),
  /** Disputed dollars. */
  amount: z.number(),
  /** The time by which the provider needs the shop's answer; null if it needs none. */
  dueBy: z.nullable(z.string()),
  /** Its states so far, oldest first. */
  history: z.array(z.object({ state: openEnum(disputeStates), at: z.string() })),
})
export type Dispute = z.output<typeof Dispute>

export const Refund = z.object({
  reason: multilineText('Reason is Required', {
    min: 3,
    max: 200,
    tooShort: 'Must be 3 characters or longer',
  }),
})

/** Numbered pages can be sorted by any column; without a number, pages follow the newest-first order by key. */
const AllOrdersQuery = z.extend(z.extend(PageQuery, OrderFilter.shape), { page: PageNumber })

/** Calls of admins on all orders. */
export const manageOrders = {
  all: endpoint({
    method: 'GET',
    path: '/order',
    access: 'admin',
    summary: 'All orders: newest first, or filtered, sorted and by numbered page',
    query: AllOrdersQuery,
    response: z.array(Order),
  }),
  ship: endpoint({
    method: 'PUT',
    path: '/order/shipping/{id}',
    access: 'admin',
    summary:
      'Mark a paid order as shipped; the customer is emailed once it can no longer be undone',
    params: IdParams,
    response: z.object({
      modifiedCount: z.number(),
      /** Seconds for which it can be undone; absent if it cannot. */
      undoSeconds: z.optional(z.number()),
    }),
    problems: ['not-found', 'not-paid', 'payment-disputed'],
  }),
  undoShipping: endpoint({
    method: 'DELETE',
    path: '/order/shipping/{id}',
    access: 'admin',
    summary: 'Undo marking an order as shipped, before the customer is emailed',
    params: IdParams,
    response: z.object({ modifiedCount: z.number() }),
    problems: ['not-found', 'mail-sent'],
  }),
  track: endpoint({
    method: 'PUT',
    path: '/manage/orders/{id}/tracking',
    access: 'admin',
    summary: 'Set the carrier and the tracking number of a paid or shipped order, or remove them',
    params: IdParams,
    body: NewTracking,
    response: z.object({ modifiedCount: z.number() }),
    problems: ['not-found', 'not-paid'],
  }),
  askForAddress: endpoint({
    method: 'POST',
    path: '/manage/orders/{id}/addressRequest',
    access: 'admin',
    summary: 'Email the customer of a paid order for its missing delivery address, once at most',
    params: IdParams,
    response: z.object({ modifiedCount: z.number() }),
    problems: ['not-found', 'not-in-this-state'],
  }),
  counts: endpoint({
    method: 'GET',
    path: '/manage/orders/counts',
    access: 'admin',
    summary: 'Counts of orders by status, of all or of the search results',
    query: z.object({ q: OrderFilter.shape.q }),
    response: OrderCounts,
  }),
  revenue: endpoint({
    method: 'GET',
    path: '/manage/orders/revenue',
    access: 'admin',
    summary: 'Payments of each of the last 30 days, net of refunds and lost disputes',
    response: Revenue,
  }),
  pickList: endpoint({
    method: 'GET',
    path: '/manage/orders/pickList',
    access: 'admin',
    summary: 'The parts of all orders to ship, sorted by part number, with the orders of each',
    response: PickList,
  }),
  csv: endpoint({
    method: 'GET',
    path: '/manage/orders/export',
    access: 'admin',
    summary: 'All orders that match a filter as a CSV file, a row for each line',
    query: OrderFilter,
    file: 'text/csv',
    response: z.string(),
  }),
  history: endpoint({
    method: 'GET',
    path: '/manage/orders/{id}/history',
    access: 'admin',
    summary: 'The history of an order, oldest first',
    params: IdParams,
    response: z.array(OrderEvent),
    problems: ['not-found'],
  }),
  disputes: endpoint({
    method: 'GET',
    path: '/manage/orders/{id}/disputes',
    access: 'admin',
    summary: 'The disputes and inquiries about the payments of an order, oldest first',
    params: IdParams,
    response: z.array(Dispute),
    problems: ['not-found'],
  }),
  refund: endpoint({
    method: 'POST',
    path: '/manage/orders/{id}/refund',
    access: 'admin',
    summary:
      'Refund the remaining amount of a paid order; units that were neither shipped nor refunded return to the stock',
    priorityClass: 'priority',
    params: IdParams,
    body: Refund,
    response: z.object({ modifiedCount: z.number() }),
    problems: ['not-found', 'not-paid', 'payment-disputed', 'not-in-this-state'],
  }),
  refunds: endpoint({
    method: 'GET',
    path: '/manage/orders/{id}/refunds',
    access: 'admin',
    summary: 'The refundable amount of an order, and its refunds, oldest first',
    params: IdParams,
    response: OrderRefunds,
    problems: ['not-found'],
  }),
  refundPart: endpoint({
    method: 'POST',
    path: '/manage/orders/{id}/refunds',
    access: 'admin',
    summary: 'Refund units or an amount of a paid order, never more than its payment',
    priorityClass: 'priority',
    params: IdParams,
    body: PartialRefund,
    response: z.object({ state: openEnum(refundStates) }),
    problems: ['not-found', 'not-paid', 'payment-disputed', 'refund-too-high', 'not-in-this-state'],
    idempotent: 'own',
  }),
}
