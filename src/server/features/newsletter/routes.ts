import { newsletter } from '#contract/newsletter.ts'
import { rateLimitKey } from '../../http/limits/rate-limit-key.ts'
import { AppError } from '../../errors/errors.ts'
import { route } from '../../http/route.ts'
import type { Shop } from '../../shop.ts'
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

/**
 * One-click unsubscription for mail programs (RFC 8058): a form without cookies. A GET of the same address shows a
 * page with a button, since link scanners must not unsubscribe.
 */
export function oneClickRoute({
  router: { app, guards, timeouts },
  database: { db },
  loadShedder,
}: Shop) {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 4096 }, (_, _body, done) =>
      done(null),
    )
    const options = { handlerTimeout: timeouts.call } as const
    scope.post<{ Querystring: { end?: unknown } }>(
      '/newsletter',
      options,
      async ({ query, ip }) => {
        guards.limits.take('reads', rateLimitKey(ip))
        const { end: token } = query
        if (typeof token === 'string' && !token.includes('\0')) {
          await loadShedder.run('ordinary', () => unsubscribe(db, token))
        }
        return { acknowledged: true }
      },
    )
  })
}
