import type { FastifyInstance } from 'fastify'
import { Counter, Histogram } from 'prom-client'
import type { Registry } from 'prom-client'
import { register } from './samples.ts'

/** Counts a response by its route's pattern: a URL may contain a name or a token. */
export type CountResponse = (route: string, method: string, status: number) => void

const statusClass = (digit: number) => `${digit}xx`

/**
 * Registers the responses by route, method and class of status. The counts are kept here and read at each scrape:
 * the library's look-up by labels costs 0.6 µs, where a whole cached response takes 16.
 */
export function registerResponses(registry: Registry): CountResponse {
  const counts = new Map<string, Map<string, number[]>>()
  register(registry, Counter, {
    name: 'http_responses_total',
    help: 'Responses, including those from memory and those refused early.',
    labelNames: ['route', 'method', 'status'],
    read: () =>
      [...counts].flatMap(([route, methods]) =>
        [...methods].flatMap(([method, classes]) =>
          classes.flatMap((count, digit) => [
            [{ route, method, status: statusClass(digit) }, count] as const,
          ]),
        ),
      ),
  })
  return (route, method, status) => {
    let methods = counts.get(route)
    if (!methods) counts.set(route, (methods = new Map<string, number[]>()))
    let classes = methods.get(method)
    if (!classes) methods.set(method, (classes = []))
    const digit = Math.floor(status / 100)
    classes[digit] = (classes[digit] ?? 0) + 1
  }
}

/** Counts and times the responses of the app from here on. */
export function measureApp(app: FastifyInstance, registry: Registry, count: CountResponse) {
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the head of a request to the last byte of its response.',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  app.addHook('onResponse', ({ routeOptions, method }, { statusCode, elapsedTime }, done) => {
    const route = routeOptions.url
    if (route !== undefined) {
      count(route, method, statusCode)
      const status = statusClass(Math.floor(statusCode / 100))
      durations.observe({ route, method, status }, elapsedTime / 1000)
    }
    done()
  })
}
