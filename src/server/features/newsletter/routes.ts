import { newsletter } from '#contract/newsletter.ts'
import { AppError } from '../../errors/errors.ts'
import { route } from '../../http/route.ts'
import type { Shop } from '../../shop.ts'
import { oneClickRoute } from './one-click-route.ts'
import { confirm, subscribe, unsubscribe } from './queries.ts'

export function newsletterRoutes({ router, database: { db }, config }: Shop) {
  const { PUBLIC_URL: origin } = config
  const refuseUnlessOn = () => {
    if (config.NEWSLETTER === 'off') throw new AppError('not-found')
  }

  route(router, newsletter.subscribe, async ({ body }) => {
    refuseUnlessOn()
    await subscribe(db, body.email, origin)
    return { acknowledged: true }
  })

  route(router, newsletter.confirm, async ({ body }) => {
    refuseUnlessOn()
    if (!(await confirm(db, body.token, origin))) throw new AppError('not-found')
    return { acknowledged: true }
  })

  // Unsubscribing works even after the newsletter was disabled.
  route(router, newsletter.unsubscribe, async ({ body }) => {
    await unsubscribe(db, body.token)
    return { acknowledged: true }
  })
}

export const unsubscribeByMail = (shop: Shop) =>
  oneClickRoute(shop, '/newsletter', (token) => unsubscribe(shop.database.db, token))
