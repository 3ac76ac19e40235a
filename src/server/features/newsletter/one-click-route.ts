import type { Shop } from '../../shop.ts'

/**
 * One-click unsubscription for mail programs (RFC 8058): a form without cookies, with the token as `end`. A GET of
 * the same address shows a page with a button, since link scanners must not unsubscribe.
 */
export function oneClickRoute(
  { router: { app, guards, timeouts }, loadShedder }: Pick<Shop, 'router' | 'loadShedder'>,
  path: string,
  unsubscribe: (token: string) => Promise<void>,
) {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 4096 }, (_, _body, done) =>
      done(null),
    )
    const options = { handlerTimeout: timeouts.call } as const
    scope.post<{ Querystring: { end?: unknown } }>(path, options, async ({ query, ip }) => {
      guards.limits.takeFrom('reads', ip)
      const { end: token } = query
      if (typeof token === 'string' && !token.includes('\0')) {
        await loadShedder.run('ordinary', () => unsubscribe(token))
      }
      return { acknowledged: true }
    })
  })
}
