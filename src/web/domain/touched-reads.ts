import { type QueryClient } from '@tanstack/react-query'
import type { contract } from '#contract/index.ts'
import { readAgain } from '#web/lib/api/read-again.ts'

type Contract = typeof contract
type Call = { [Name in keyof Contract]: Contract[Name][keyof Contract[Name]] }[keyof Contract]
type ReadPath = Extract<Call, { method: 'GET' }>['path']

/** The reads that show a subject. Paths, so that a page of customers does not load the calls of admins. */
const readsOf = {
  accounts: ['/user', '/manage/users/counts'],
  addresses: ['/addresses', '/taxes'],
  auditLog: ['/manage/auditLog', '/manage/auditLog/count'],
  catalogue: [
    '/manage/products',
    '/manage/products/counts',
    '/manage/product/{id}',
    '/products',
    '/product/{id}',
    '/prices/products',
  ],
  charges: ['/config', '/taxes'],
  fitments: ['/manage/product/{id}/fitments'],
  import: ['/manage/imports/{id}'],
  importRows: ['/manage/imports/{id}/rows'],
  messages: ['/contact', '/manage/messages/count'],
  numbers: ['/manage/product/{id}/numbers'],
  order: ['/order/{id}'],
  /** The counts, the revenue, what an order has been through, and the customer's own list. */
  orderTotals: [
    '/manage/orders/counts',
    '/manage/orders/revenue',
    '/manage/orders/{id}/history',
    '/manage/orders/{id}/disputes',
    '/manage/orders/{id}/refunds',
    '/singleOrder',
    '/singleOrder/counts',
  ],
  /** For admins. */
  orders: ['/order'],
  ownOrders: ['/singleOrder', '/singleOrder/counts'],
  ownPrices: ['/prices'],
  ownRole: ['/admin/{email}'],
  ownTradeAccount: ['/tradeAccount/{email}'],
  priceLists: [
    '/manage/priceLists',
    '/manage/priceLists/{id}/prices',
    '/manage/priceLists/{id}/accounts',
  ],
  profile: ['/updatedUser/{email}'],
  reviews: ['/reviews', '/manage/reviews', '/manage/reviews/count'],
  savedLists: ['/savedLists'],
  stock: ['/product/{id}', '/products'],
  stockWatch: ['/manage/product/{id}/watch'],
  synonyms: ['/manage/synonyms', '/manage/synonyms/count'],
  tradeAccounts: ['/manage/tradeAccounts', '/manage/tradeAccounts/counts'],
  vehicles: ['/manage/vehicles', '/manage/vehicles/count', '/vehicles'],
} as const satisfies Record<string, readonly ReadPath[]>

/** What a change can touch. */
export type Subject = keyof typeof readsOf

/** Reads again what shows these subjects. */
export const touch = (client: QueryClient, ...subjects: readonly Subject[]) =>
  Promise.all(
    subjects
      .flatMap((subject): readonly ReadPath[] => readsOf[subject])
      .map((path) => readAgain(client, { method: 'GET', path })),
  )
