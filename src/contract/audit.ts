import * as z from 'zod/mini'
import { endpoint } from './shared/endpoint.ts'
import { NumberedPage, PageQuery, RowCount } from './shared/fields.ts'
import { openEnum } from './shared/open-enum.ts'

/** What the audit log is about: the kinds of objects, each with its actions and their labels. */
const kinds = {
  product: {
    title: 'Products',
    actions: {
      'add-product': 'Product added',
      'change-product': 'Product changed',
      'archive-product': 'Product deleted',
      'restore-product': 'Product restored',
      'import-products': 'Product imported',
    },
  },
  import: {
    title: 'Imports',
    actions: {
      'check-import': 'File checked',
      'apply-import': 'File imported',
      'undo-import': 'Import undone',
    },
  },
  order: {
    title: 'Orders',
    actions: {
      // Also for undone shipments and their carriers: the last release knows no other action for them.
      'ship-order': 'Order shipping',
      'refund-order': 'Order refunded',
    },
  },
  account: {
    title: 'Accounts',
    actions: {
      'grant-admin': 'Made an admin',
      'revoke-admin': 'Made a customer',
      'deactivate-user': 'Account closed',
      'reactivate-user': 'Account opened again',
    },
  },
  'trade-account': {
    title: 'Trade accounts',
    actions: { 'decide-trade-account': 'Trade account decided' },
  },
  'price-list': {
    title: 'Price lists',
    actions: {
      'add-price-list': 'Price list added',
      'change-price-list': 'Price list changed',
      'delete-price-list': 'Price list deleted',
      'set-list-prices': 'Prices of a list set',
      'put-on-price-list': 'Account put on a list',
      'take-off-price-list': 'Account taken off a list',
    },
  },
  vehicle: {
    title: 'Vehicles',
    actions: { 'add-vehicle': 'Model added', 'change-vehicle': 'Model changed' },
  },
  synonyms: {
    title: 'Synonyms',
    actions: {
      'add-synonyms': 'Synonyms added',
      'change-synonyms': 'Synonyms changed',
      'remove-synonyms': 'Synonyms removed',
    },
  },
  review: {
    title: 'Reviews',
    actions: { 'hide-review': 'Review hidden', 'show-review': 'Review shown' },
  },
  message: { title: 'Messages', actions: { 'finish-message': 'Message marked as done' } },
} as const

export type AuditKind = keyof typeof kinds
export type AdminAction = {
  [Kind in AuditKind]: keyof (typeof kinds)[Kind]['actions']
}[AuditKind]

// Safe: the keys of constants.
export const auditKinds = Object.keys(kinds) as AuditKind[]
export const actionsAbout = (kind: AuditKind) => Object.keys(kinds[kind].actions) as AdminAction[]
export const actionNames = auditKinds.flatMap(actionsAbout)

/** The labels of all actions. */
export const adminActions = Object.assign(
  {},
  ...auditKinds.map((kind) => kinds[kind].actions),
) as Readonly<Record<AdminAction, string>>

export const titleOfKind = (kind: AuditKind) => kinds[kind].title

/** Filters of the audit log by person, action and object. */
export const AuditFilter = z.object({
  about: z.optional(z.enum(auditKinds)),
  action: z.optional(z.enum(actionNames)),
  /** A part of the admin's e-mail address, or 'command line' or 'configuration'. */
  by: PageQuery.shape.q,
  /** An id, the code of an order, or a part of a name or of an account's e-mail. */
  q: PageQuery.shape.q,
  /** The id of one object, `volkswagen/golf` of a model of cars. */
  object: z.optional(z.string().check(z.maxLength(200))),
})
export type AuditFilter = z.output<typeof AuditFilter>

export const AuditEntry = z.object({
  _id: z.string(),
  at: z.string(),
  by: z.string(),
  action: openEnum(actionNames),
  /** The id of the object. */
  target: z.string(),
  /** The name of the object, if any; for an order its product and code. */
  name: z.nullable(z.string()),
  /** The other object: the account that was put on a price list, the product that got a price, the address of a company. */
  also: z.nullable(z.string()),
  changes: z.array(
    z.object({ field: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) }),
  ),
  reason: z.nullable(z.string()),
})
export type AuditEntry = z.output<typeof AuditEntry>

export const audit = {
  list: endpoint({
    method: 'GET',
    path: '/manage/auditLog',
    access: 'admin',
    summary: 'Every change by an admin, newest first, by numbered page',
    query: z.extend(AuditFilter, NumberedPage.shape),
    response: z.array(AuditEntry),
  }),
  count: endpoint({
    method: 'GET',
    path: '/manage/auditLog/count',
    access: 'admin',
    summary: 'Number of changes by admins that match a filter',
    query: AuditFilter,
    response: RowCount,
  }),
}
