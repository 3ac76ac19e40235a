import * as z from 'zod/mini'
import { endpoint } from '../shared/endpoint.ts'
import { EmailInUrl, Id, IdParams, PageNumber, PageQuery, wholeNumber } from '../shared/fields.ts'
import { OrderCounts, StatusCounts } from './manage-orders.ts'
import { Delivery, OwnOrder } from './orders.ts'
import { OrderFilter, ownOrderTabs } from './order-filter.ts'

export const OwnOrderCounts = z.object({
  counts: z.extend(StatusCounts, { cancelled: z.number() }),
  isCapped: OrderCounts.shape.isCapped,
})
export type OwnOrderCounts = z.output<typeof OwnOrderCounts>

const OwnOrdersQuery = z.extend(PageQuery, {
  email: EmailInUrl,
  tab: z.optional(z.enum(ownOrderTabs)),
  page: PageNumber,
})

/** Calls of customers on their own orders. */
export const ownOrders = {
  mine: endpoint({
    method: 'GET',
    // specification: 'GET /singleOrder'
    path: '/singleOrder',
    access: 'customer',
    summary: "The caller's orders, newest first; with their steps if `tab` or `page` is given",
    query: OwnOrdersQuery,
    response: z.array(OwnOrder),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/order/{id}',
    access: 'customer',
    summary: 'Delete your unpaid order; its units return to the stock',
    params: IdParams,
    response: z.object({ deletedCount: z.number() }),
    problems: ['not-found', 'order-paid', 'unavailable'],
  }),
  deliver: endpoint({
    method: 'PUT',
    path: '/order/delivery/{id}',
    access: 'customer',
    summary: 'Set the delivery address; a paid order keeps its address, a missing one can be added',
    params: IdParams,
    body: Delivery,
    response: z.object({ modifiedCount: z.number() }),
    problems: ['not-found', 'order-paid', 'other-taxes'],
  }),
  deliverTo: endpoint({
    method: 'PUT',
    path: '/order/deliveryAddress/{id}',
    access: 'customer',
    summary:
      'Set the delivery address from an address-book entry; later edits do not change the order',
    params: IdParams,
    body: z.object({ address: Id }),
    response: z.object({ modifiedCount: z.number() }),
    problems: ['not-found', 'order-paid', 'other-taxes'],
  }),
  counts: endpoint({
    method: 'GET',
    path: '/singleOrder/counts',
    access: 'customer',
    summary: "Counts of the caller's orders by status, of all or of the search results",
    query: z.object({ email: EmailInUrl, q: OrderFilter.shape.q }),
    response: OwnOrderCounts,
  }),
  invoice: endpoint({
    method: 'GET',
    path: '/order/invoice/{id}',
    access: 'customer',
    summary:
      'The invoice of a paid or refunded order as a PDF: your own, or any if you are an admin',
    params: IdParams,
    file: 'application/pdf',
    response: z.string(),
    problems: ['not-found', 'not-paid'],
  }),
  creditNote: endpoint({
    method: 'GET',
    path: '/order/creditNote/{id}',
    access: 'customer',
    summary: 'A credit note of an order as a PDF: your own, or any if you are an admin',
    params: IdParams,
    query: z.object({ number: wholeNumber('number is a whole number', 2_147_483_647) }),
    file: 'application/pdf',
    response: z.string(),
    problems: ['not-found'],
  }),
}
