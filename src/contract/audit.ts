import * as z from 'zod/mini'
import { endpoint } from './shared/endpoint.ts'
import { NumberedPage, PageQuery } from './shared/fields.ts'

/** The actions of the audit log with their labels. */
export const adminActions = {
  'grant-admin': 'Made an admin',
  'revoke-admin': 'Made a customer',
  'deactivate-user': 'Account closed',
  'reactivate-user': 'Account opened again',
  'add-product': 'Product added',
  'change-product': 'Product changed',
  'archive-product': 'Product deleted',
  'restore-product': 'Product restored',
  'import-products': 'Product imported',
  // Also for undone shipments and their carriers: the last release knows no other action for them.
  'ship-order': 'Order shipping',
  'refund-order': 'Order refunded',
  'hide-review': 'Review hidden',
  'show-review': 'Review shown',
  'finish-message': 'Message marked as done',
} as const
export type AdminAction = keyof typeof adminActions

// Safe: the keys of a constant.
export const actionNames = Object.keys(adminActions) as AdminAction[]

/** Filters of the audit log by action, admin and target. */
export const ActionFilter = z.object({
  action: z.optional(z.enum(actionNames)),
  /** A part of the admin's e-mail address, or 'command line' or 'configuration'. */
  by: PageQuery.shape.q,
  /** An id, the code of an order, or a part of a product's name or an account's e-mail. */
  q: PageQuery.shape.q,
})
export type ActionFilter = z.output<typeof ActionFilter>

export const Action = z.object({
  _id: z.string(),
  at: z.string(),
  by: z.string(),
  action: z.enum(actionNames),
  target: z.string(),
  /** The name of the target, if any; for an order its product and code. */
  name: z.nullable(z.string()),
  changes: z.array(
    z.object({ field: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) }),
  ),
  reason: z.nullable(z.string()),
})
export type Action = z.output<typeof Action>

export const audit = {
  list: endpoint({
    method: 'GET',
    path: '/manage/actions',
    access: 'admin',
    summary: 'What was done with admin rights, newest first, by numbered page',
    query: z.extend(ActionFilter, NumberedPage.shape),
    response: z.array(Action),
  }),
  count: endpoint({
    method: 'GET',
    path: '/manage/actions/count',
    access: 'admin',
    summary: 'How many actions a filter shows',
    query: ActionFilter,
    response: z.object({
      count: z.number(),
      /** True if more than `count` actions match. */
      isCapped: z.boolean(),
    }),
  }),
}
