import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config/config.ts'

/**
 * Says once that a proxy stands in front which nobody has named: all its callers count as one, and so
 * they are soon turned away together.
 */
export function warnOfUnknownProxies(app: FastifyInstance, { TRUSTED_PROXIES }: Config) {
  if (TRUSTED_PROXIES.length > 0) return
  let isTold = false
  app.addHook('onRequest', ({ headers, log, socket }, _, done) => {
    if (!isTold && headers['x-forwarded-for'] !== undefined) {
      isTold = true
      const from = socket.remoteAddress
      log.warn({ from }, 'calls come through a proxy, but TRUSTED_PROXIES is not set')
    }
    done()
  })
}
