import type { FastifyInstance, HTTPMethods } from 'fastify'
import { endpoints } from '#contract/index.ts'
import { AppError } from '../errors/errors.ts'
import { routePath } from './edge/route-path.ts'

const known: readonly HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']

/** Answers 405 with `Allow` for methods that a path does not take. */
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
    const config = { outsideContract: 'names the methods that a path takes' }
    // On request, before the body is parsed.
    app.route({ method: others, url, config, onRequest: refuse, handler: refuse })
  }
}
