import { shop as endpoints } from '#contract/shop.ts'
import { AppError } from '../../errors.ts'
import { readFindings } from '../../invariants/watch.ts'
import { route } from '../../route.ts'
import type { Shop } from '../../shop.ts'

export function shopRoutes({ router, database, drain, config }: Shop) {
  route(router, endpoints.health, async () => {
    // Balancers go elsewhere before this node stops listening.
    if (drain.isOn) throw new AppError('unavailable')
    try {
      return { status: 'ok' as const, invariants: await readFindings(database.pool) }
    } catch {
      throw new AppError('unavailable', { headers: { 'retry-after': '1' } })
    }
  })

  const publicConfig = {
    cards: {
      publishableKey: config.STRIPE_PUBLISHABLE_KEY,
      ...(config.STRIPE_JS_URL && { scriptUrl: config.STRIPE_JS_URL }),
    },
    identity: { provider: 'embedded' as const, google: config.GOOGLE_CLIENT_ID !== undefined },
  }
  route(router, endpoints.config, async () => publicConfig)
}
