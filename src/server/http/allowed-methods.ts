import type { FastifyInstance, HTTPMethods } from 'fastify'
import { endpoints } from '#contract/index.ts'
import { AppError } from './errors.ts'
import { routePath } from './route.ts'

const known: readonly HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']

/** Answers 405 with `Allow` where an address exists but does not take the method. */
export function refuseOtherMethods(app: FastifyInstance) {
  const allowed = new Map<string, { url: string; methods: Set<HTTPMethods> }>()
  for (const { path, method } of endpoints) {
    const url = routePath(path)
    const entry = allowed.get(url.toLowerCase()) ?? { url, methods: new Set() }
    entry.methods.add(method)
    allowed.set(url.toLowerCase(), entry)
  }
  for (const { url, methods } of allowed.values()) {
    const others = known.filter((method) => !methods.has(method))
    const allow = [...methods].join(', ')
    const refuse = async () => {
      throw new AppError('method-not-allowed', { headers: { allow } })
    }
    const config = { outsideContract: 'says which methods the address takes' }
    // Refused before any parsing: what the body is does not matter any more.
    app.route({ method: others, url, config, onRequest: refuse, handler: refuse })
  }
}
