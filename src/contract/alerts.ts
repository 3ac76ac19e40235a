import * as z from 'zod/mini'
import { endpoint } from './shared/endpoint.ts'
import { IdParams } from './shared/fields.ts'

/** Products that one account waits for at a time. */
export const stockAlertsMax = 50

export const lowLevelMax = 1_000_000

/** Whether the account gets a mail when the product can be ordered again. */
const StockAlert = z.object({
  isWaiting: z.boolean(),
  /** No mail goes to an address that is not confirmed. */
  isAddressConfirmed: z.boolean(),
})
export type StockAlert = z.output<typeof StockAlert>

const StockWatch = z.object({
  /** The product's own level; null stands for the default. */
  lowLevel: z.nullable(z.int()),
  defaultLevel: z.int(),
  /** Customers who wait for the product. */
  waiting: z.int(),
  /** Whether mails to the owner are enabled. */
  isMailed: z.boolean(),
})
export type StockWatch = z.output<typeof StockWatch>

/** An empty input stands for the default level. */
const LowLevel = z.object({
  lowLevel: z.nullable(
    z
      .int('A whole number of units')
      .check(
        z.minimum(0, 'A whole number from 0'),
        z.maximum(lowLevelMax, `A whole number up to ${lowLevelMax}`),
      ),
  ),
})

const ofProduct = {
  path: '/product/{id}/alert',
  access: 'customer',
  params: IdParams,
  response: StockAlert,
} as const

/** Mails about stock: to customers who wait for a product, and to the owner. */
export const alerts = {
  one: endpoint({
    ...ofProduct,
    method: 'GET',
    summary: 'Whether the account waits for a product',
    problems: ['not-found'],
  }),
  add: endpoint({
    ...ofProduct,
    method: 'PUT',
    summary: 'Email the account once when a product can be ordered again',
    limit: 'alerts',
    problems: ['not-found', 'too-many-alerts'],
    keepsPublicReads: true,
  }),
  remove: endpoint({
    ...ofProduct,
    method: 'DELETE',
    summary: 'Stop waiting for a product; safe to repeat',
    problems: ['not-found'],
    keepsPublicReads: true,
  }),
  end: endpoint({
    method: 'POST',
    path: '/stockAlerts/end',
    access: 'public',
    summary: 'Stop waiting for all products, with the token from an email; safe to repeat',
    body: z.object({
      token: z.string().check(z.regex(/^[\w-]{1,64}$/, 'This link is not valid')),
    }),
    response: z.object({ acknowledged: z.boolean() }),
    keepsPublicReads: true,
  }),
  watch: endpoint({
    method: 'GET',
    path: '/manage/product/{id}/watch',
    access: 'admin',
    summary: 'The low-stock level of a product, and the number of customers who wait for it',
    params: IdParams,
    response: StockWatch,
    problems: ['not-found'],
  }),
  setLevel: endpoint({
    method: 'PUT',
    path: '/manage/product/{id}/lowLevel',
    access: 'admin',
    summary: 'Set the number of units below which the owner is emailed; null for the default',
    params: IdParams,
    body: LowLevel,
    response: z.object({ modifiedCount: z.number() }),
    problems: ['not-found'],
    keepsPublicReads: true,
  }),
}
