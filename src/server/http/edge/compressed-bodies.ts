import type { FastifyInstance } from 'fastify'
import { AppError } from '../../errors/errors.ts'

/** Refuses bodies with a `Content-Encoding`, by its name: none is decoded, and their bytes would be read as text. */
export function refuseCompressedBodies(app: FastifyInstance) {
  app.addHook('preParsing', async ({ headers }, _reply, payload) => {
    const encoding = headers['content-encoding']
    const hasBody =
      headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined
    if (!encoding || !hasBody || encoding.trim().toLowerCase() === 'identity') return payload
    // Browsers read the response only after they have sent the whole body.
    payload.resume()
    throw new AppError('unsupported-media', {
      detail: `The body has the Content-Encoding ${encoding.slice(0, 40)}. Send it uncompressed`,
      headers: { 'accept-encoding': 'identity' },
    })
  })
}
