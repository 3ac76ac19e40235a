import { endpoints } from '#contract/index.ts'
import type { EarlyResponder, CountResponse } from './http-server.ts'
import { routePath } from './route-path.ts'
import { sendRefusal } from '../limits/load-shedding.ts'
import type { LoadShedder } from '../limits/load-shedding.ts'

const endpointsByMethod = Map.groupBy(
  endpoints.map(({ method, path, priorityClass = 'ordinary' }) => ({
    method,
    priorityClass,
    route: `/api${routePath(path)}`,
    pattern: new RegExp(`^/api${path.replaceAll(/\{\w+\}/g, '[^/]+')}(?:\\?|$)`, 'i'),
  })),
  ({ method }): string => method,
)

interface Deps {
  loadShedder: LoadShedder
  headersFor: (path: string) => Readonly<Record<string, string>>
  nextId: () => string
  count: CountResponse | undefined
}

/**
 * Refuses requests before Fastify runs, whose overhead under a flood is most of the work. Requests that
 * pass, or are not in the contract, meet the same limits in Fastify.
 */
export const createShedEarly =
  ({ loadShedder, headersFor, nextId, count }: Deps): EarlyResponder =>
  ({ method = '', url = '' }, response) => {
    if (!loadShedder.isFull('ordinary')) return false
    const endpoint = endpointsByMethod.get(method)?.find(({ pattern }) => pattern.test(url))
    const refusal = endpoint && loadShedder.refusalFor(endpoint.priorityClass)
    if (!refusal) return false
    sendRefusal(response, refusal, { headers: headersFor(url), id: nextId() })
    count?.(endpoint.route, method, 503)
    return true
  }
