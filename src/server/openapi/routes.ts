import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import { openApiDocument } from './document.ts'
import { documentPage, documentStyle } from './page.ts'

/** The contract as an OpenAPI document and as a page. */
export function documentRoutes(app: FastifyInstance, { PUBLIC_URL }: Config) {
  const document = openApiDocument(PUBLIC_URL)
  const page = documentPage(document)
  const open = { config: { outsideContract: 'describes the contract' } }
  app.get('/openapi.json', open, async () => document)
  app.get('/docs', open, (_, reply) => reply.type('text/html; charset=utf-8').send(page))
  app.get('/docs.css', open, (_, reply) =>
    reply.type('text/css; charset=utf-8').send(documentStyle),
  )
}
