import * as z from 'zod/mini'
import { endpoint } from './shared/endpoint.ts'
import { Id, IdParams, numeric } from './shared/fields.ts'
import { specifiedMessages } from './shared/specified-messages.ts'

export const messages = specifiedMessages.payments

export const payments = {
  createIntent: endpoint({
    method: 'POST',
    path: '/create-payment-intent',
    access: 'customer',
    summary: 'Open the payment of an order: one intent, the same secret on every call',
    limit: 'payments',
    priorityClass: 'priority',
    body: z.object({
      price: numeric('The price is a number').check(
        z.refine((value: number) => value > 0 && value <= 1e12, 'The price is a number'),
      ),
      order: z.optional(Id),
    }),
    response: z.object({ clientSecret: z.string() }),
    problems: [
      'not-found',
      'already-paid',
      'ambiguous-order',
      'insufficient-stock',
      'price-changed',
      'unavailable',
    ],
  }),
  confirm: endpoint({
    // specification: 'PATCH /order/{id}'
    method: 'PATCH',
    path: '/order/{id}',
    access: 'customer',
    summary: 'Report a confirmed payment; it counts once the card provider confirms it',
    limit: 'confirmations',
    priorityClass: 'priority',
    params: IdParams,
    body: z.object({
      order: z.optional(z.unknown()),
      transactionId: z.string().check(z.trim(), z.minLength(1), z.maxLength(255)),
    }),
    response: z.object({
      acknowledged: z.boolean(),
      modifiedCount: z.number(),
      paid: z.boolean(),
      transactionId: z.nullable(z.string()),
    }),
    problems: ['not-found', 'payment-not-accepted', 'unavailable'],
  }),
}
