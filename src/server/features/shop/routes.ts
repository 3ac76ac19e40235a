import { shop as endpoints } from '#contract/shop.ts'
import { AppError } from '../../errors.ts'
import { route } from '../../route.ts'
import type { Shop } from '../../shop.ts'

export function shopRoutes({ router, database, config }: Shop) {
  route(router, endpoints.health, async () => {
    try {
      await database.pool.query('select')
    } catch {
      throw new AppError('unavailable', { headers: { 'retry-after': '1' } })
    }
    return { status: 'ok' as const }
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
