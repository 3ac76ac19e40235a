import * as z from 'zod/mini'
import { addresses } from './shared/addresses.ts'
import { endpoint } from './shared/endpoint.ts'

/** What the browser must know of the shop's settings. Nothing in here is secret. */
export const PublicConfig = z.object({
  cards: z.object({
    publishableKey: z.string(),
    /** Loaded instead of the provider's own script when set. */
    scriptUrl: z.optional(z.string()),
  }),
  /** Whether the contact form sends what is written in it. */
  contact: z.boolean(),
  /** What sending an order costs that does not ship free of charge, in dollars. */
  shippingCost: z.number(),
  identity: z.object({
    provider: z.enum(['embedded', 'firebase']),
    google: z.boolean(),
    /** Where the hosted provider is, if that is the one. */
    firebase: z.optional(
      z.object({
        projectId: z.string(),
        apiKey: z.string(),
        authDomain: z.string(),
        emulatorUrl: z.optional(z.string()),
      }),
    ),
  }),
})
export type PublicConfig = z.infer<typeof PublicConfig>

const Well = z.object({ status: z.literal('ok') })

export const shop = {
  health: endpoint({
    ...addresses.health,
    summary: 'Whether the shop can take an order, whether its books are right, and its version',
    priorityClass: 'priority',
    limit: 'health',
    response: z.object({
      status: z.literal('ok'),
      /** Of the node that answers: during a rolling update two versions answer. */
      version: z.string(),
      /** What must always be true of stock, money and rights: when it was checked last. */
      invariants: z.object({ checkedAt: z.nullable(z.string()), violations: z.int() }),
    }),
    problems: ['unavailable'],
  }),
  live: endpoint({
    method: 'GET',
    path: '/health/live',
    access: 'public',
    summary: 'Whether the process answers: if not, start it again',
    priorityClass: 'memory',
    limit: 'health',
    response: Well,
  }),
  ready: endpoint({
    method: 'GET',
    path: '/health/ready',
    access: 'public',
    summary:
      'Whether calls should be sent here: not draining, the database within reach and migrated',
    priorityClass: 'priority',
    limit: 'health',
    response: Well,
    problems: ['unavailable'],
  }),
  config: endpoint({
    ...addresses.config,
    summary: 'Public settings for the browser',
    priorityClass: 'memory',
    response: PublicConfig,
  }),
}
