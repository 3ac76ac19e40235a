import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Other origins that answers of the route may redirect to. */
    redirectsTo?: readonly string[]
  }
}

/** Refuses an answer whose `Location` leads neither to the shop nor to an origin that the route declares. */
export function refuseForeignRedirects(app: FastifyInstance, publicUrl: string) {
  const { origin: shop } = new URL(publicUrl)
  app.addHook('onSend', (request, reply, payload, done) => {
    const location = reply.getHeader('location')
    if (location === undefined) return done(null, payload)
    const { url: route, config } = request.routeOptions
    const origin = URL.parse(String(location), shop)?.origin
    if (origin === shop || (origin && config.redirectsTo?.includes(origin))) {
      return done(null, payload)
    }
    request.log.error({ route, origin }, 'redirect to another origin refused')
    reply.removeHeader('location')
    done(new Error('The answer redirects to another origin'))
  })
}
