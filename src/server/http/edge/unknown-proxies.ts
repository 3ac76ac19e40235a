import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config/config.ts'

/**
 * Warns once when requests arrive through a proxy but no proxy is trusted: then all its clients share one
 * rate limit and are soon refused together.
 */
export function warnAboutUntrustedProxies(app: FastifyInstance, { TRUSTED_PROXIES }: Config) {
  if (TRUSTED_PROXIES.length > 0) return
  let isLogged = false
  app.addHook('onRequest', ({ headers, log, socket }, _, done) => {
    if (!isLogged && headers['x-forwarded-for'] !== undefined) {
      isLogged = true
      const from = socket.remoteAddress
      log.warn({ from }, 'requests come through a proxy, but TRUSTED_PROXIES is not set')
    }
    done()
  })
}
