import * as z from 'zod/mini'
import { endpoint } from './shared/endpoint.ts'
import { EmailParams } from './shared/fields.ts'

/** Minutes after a sign-in within which its owner may download or erase the account. */
export const freshSignInMinutes = 10

export const Erasure = z.object({
  /** Orders that will be cancelled. */
  unpaid: z.int(),
  /** Paid orders that are still to be shipped: their delivery address stays until then. */
  unshipped: z.int(),
  /** Those of them that cannot be shipped without an address. */
  unaddressed: z.int(),
  /** Days for which name, phone and address stay on an order after it was shipped or refunded. */
  keptDays: z.int(),
  /** Whether the account cannot be erased because no other admin is left. */
  isLastAdmin: z.boolean(),
})
export type Erasure = z.output<typeof Erasure>

/** Calls of customers on everything that the shop keeps about them. */
export const ownData = {
  download: endpoint({
    method: 'GET',
    path: '/account/{email}/data',
    access: 'customer',
    summary: 'All data the shop stores about your account, as JSON; needs a recent sign-in',
    needsFreshSignIn: true,
    limit: 'downloads',
    params: EmailParams,
    file: 'application/json',
    response: z.string(),
  }),
  erasure: endpoint({
    method: 'GET',
    path: '/account/{email}/erasure',
    access: 'customer',
    summary: 'The consequences of erasing your account',
    params: EmailParams,
    response: Erasure,
  }),
  erase: endpoint({
    method: 'DELETE',
    path: '/account/{email}',
    access: 'customer',
    summary:
      'Close and erase your account: unpaid orders are cancelled; needs a recent sign-in, and cannot be undone',
    needsFreshSignIn: true,
    limit: 'erasures',
    params: EmailParams,
    response: z.object({
      /** Whether all is erased; otherwise the account is closed, and a job erases the rest. */
      isComplete: z.boolean(),
    }),
    problems: ['last-admin'],
  }),
}
