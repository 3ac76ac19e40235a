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

  // Whoever wants to leave can, even after the newsletter was switched off.
  route(router, newsletter.unsubscribe, async ({ body }) => {
    await unsubscribe(db, body.token)
    return { acknowledged: true }
  })
}

/**
 * Where mail programs end the newsletter with one press (RFC 8058): a form, without cookies or a page
 * of ours before it. A GET there is the page with the button, since scanners follow links.
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
    const options = {
      handlerTimeout: timeouts.call,
      config: { priorityClass: 'ordinary' },
    } as const
    scope.post<{ Querystring: { end?: unknown } }>(
      '/newsletter',
      options,
      async ({ query, ip }) => {
        guards.limits.take('reads', rateLimitKey(ip))
        const { end: token } = query
        if (typeof token === 'string' && !token.includes('\0')) {
          await loadShedder.track('ordinary', () => unsubscribe(db, token))
        }
        return { acknowledged: true }
      },
    )
  })
}
