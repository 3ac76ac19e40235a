import * as z from 'zod/mini'
import { paths } from './shared/paths.ts'
import { endpoint } from './shared/endpoint.ts'

/** Settings for the browser. Must not contain secrets. */
export const PublicConfig = z.object({
  cards: z.object({
    publishableKey: z.string(),
    /** Replaces the provider's own script. */
    scriptUrl: z.optional(z.string()),
  }),
  /** Whether the contact form is enabled. */
  contact: z.boolean(),
  /** Cost of shipping in dollars, for orders without free shipping. */
  shippingCost: z.number(),
  /** Whether orders are taxed: `GET /taxes` has the taxes of the caller. Absent if not. */
  taxes: z.optional(z.boolean()),
  identity: z.object({
    provider: z.enum(['embedded', 'firebase']),
    google: z.boolean(),
    /** The project of the hosted provider, if that is configured. */
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

const Healthy = z.object({ status: z.literal('ok') })

export const shop = {
  health: endpoint({
    ...paths.health,
    summary:
      'Whether an order could be stored; with details when asked from the node’s own machine',
    priorityClass: 'priority',
    limit: 'health',
    response: z.object({
      status: z.literal('ok'),
      /** The version of the responding node: during a rolling update two versions respond. */
      version: z.optional(z.string()),
      /** The last check of the invariants of stock, money and rights. */
      invariants: z.optional(z.object({ checkedAt: z.nullable(z.string()), violations: z.int() })),
    }),
    problems: ['unavailable'],
  }),
  live: endpoint({
    method: 'GET',
    path: '/health/live',
    access: 'public',
    summary: 'Liveness: whether the process responds; if not, restart it',
    priorityClass: 'memory',
    limit: 'health',
    response: Healthy,
  }),
  ready: endpoint({
    method: 'GET',
    path: '/health/ready',
    access: 'public',
    summary: 'Readiness: not draining, database reachable and migrated',
    priorityClass: 'priority',
    limit: 'health',
    response: Healthy,
    problems: ['unavailable'],
  }),
  config: endpoint({
    ...paths.config,
    summary: 'Public settings for the browser',
    priorityClass: 'memory',
    response: PublicConfig,
  }),
}
