import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import { openApiDocument } from './document.ts'
import { documentPage, documentStyle } from './page.ts'

/** The contract as an OpenAPI document and as a page. */
export function documentRoutes(app: FastifyInstance, { PUBLIC_URL }: Config) {
  // At the first request, since nodes and tests start without them.
  let document: ReturnType<typeof openApiDocument> | undefined
  let page: string | undefined
  const documentOnce = () => (document ??= openApiDocument(PUBLIC_URL))
  const open = { config: { outsideContract: 'describes the contract' } }
  app.get('/openapi.json', open, async () => documentOnce())
  app.get('/docs', open, (_, reply) =>
    reply.type('text/html; charset=utf-8').send((page ??= documentPage(documentOnce()))),
  )
  app.get('/docs.css', open, (_, reply) =>
    reply.type('text/css; charset=utf-8').send(documentStyle),
  )
}
