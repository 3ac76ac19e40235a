import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import { openApiDocument } from './document.ts'
import { documentPage } from './page.ts'

/** The contract as an OpenAPI document and as a page. */
export function documentRoutes(app: FastifyInstance, { PUBLIC_URL, DEV }: Config) {
  // At the first request, since nodes and tests start without it.
  let document: ReturnType<typeof openApiDocument> | undefined
  const open = { config: { outsideContract: 'describes the contract' } }
  app.get('/openapi.json', open, async () => (document ??= openApiDocument(PUBLIC_URL)))
  app.get('/docs', open, (_, reply) =>
    reply.type('text/html; charset=utf-8').send(documentPage(DEV)),
  )
}
