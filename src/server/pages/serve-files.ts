import fastifyStatic from '@fastify/static'
import type { FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { acceptedEncoding } from '../http/edge/accept-encoding.ts'

/**
 * Serves files with their compressed variants. The plugin reads `*` as gzip, and codings that `*` follows as
 * accepted in spite of their weight, so it gets the choice instead of the header.
 */
export function serveFiles(app: FastifyInstance, options: FastifyStaticOptions) {
  void app.register(async (scope) => {
    scope.addHook('onRequest', ({ headers }, _, done) => {
      const { 'accept-encoding': header } = headers
      if (header) headers['accept-encoding'] = acceptedEncoding(header).coding ?? 'identity'
      done()
    })
    await scope.register(fastifyStatic, { ...options, preCompressed: true, decorateReply: false })
  })
}
