import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** What the browser must know of the shop's settings. Nothing in here is secret. */
export const PublicConfig = z.object({
  cards: z.object({
    publishableKey: z.string(),
    /** Loaded instead of the provider's own script when set. */
    scriptUrl: z.optional(z.string()),
  }),
  identity: z.object({ provider: z.enum(['embedded', 'firebase']), google: z.boolean() }),
})
export type PublicConfig = z.infer<typeof PublicConfig>

export const shop = {
  health: endpoint({
    method: 'GET',
    path: '/health',
    access: 'public',
    summary: 'Whether the shop can take an order',
    response: z.object({ status: z.literal('ok') }),
    problems: ['unavailable'],
  }),
  config: endpoint({
    method: 'GET',
    path: '/config',
    access: 'public',
    summary: 'Public settings for the browser',
    response: PublicConfig,
  }),
}
