import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'
import { basePath, clientAddressHeader } from '../../services/embedded-identity.ts'
import type { EmbeddedIdentity } from '../../services/embedded-identity.ts'

/** Mounts the embedded identity provider's own calls, which speak web-standard requests. */
export function identityRoutes(app: FastifyInstance, identity: EmbeddedIdentity) {
  app.route({
    method: ['GET', 'POST'],
    url: `${basePath}/*`,
    config: { outsideContract: "the identity provider's own calls" },
    handler: async (request, reply) => {
      const response = await identity.handle(webRequest(request, identity.issuer))
      reply.code(response.status)
      response.headers.forEach((value, name) => {
        if (name !== 'set-cookie') reply.header(name, value)
      })
      reply.header('set-cookie', response.headers.getSetCookie())
      reply.header('cache-control', 'no-store')
      return reply.send(Buffer.from(await response.arrayBuffer()))
    },
  })
}

function webRequest(request: FastifyRequest, origin: string): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, String(value))
  }
  headers.set(clientAddressHeader, request.ip)
  const body = request.body === undefined ? undefined : JSON.stringify(request.body)
  // PostgreSQL refuses U+0000, and the library would answer that as a fault of its own.
  if (body?.includes(String.raw`\u0000`)) throw new AppError('invalid')
  return new Request(new URL(request.url, origin), {
    method: request.method,
    headers,
    ...(body !== undefined && { body }),
  })
}
