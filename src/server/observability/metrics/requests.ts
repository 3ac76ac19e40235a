import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Family, Sample } from './text.ts'

/** In seconds. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

interface Durations {
  route: string
  method: string
  /** By the first digit of the status. */
  classes: (Histogram | undefined)[]
}

interface Histogram {
  /** How many fell below each bound and above the one before it; the last are beyond all. */
  counts: number[]
  sum: number
}

export interface RequestCounts {
  /** Counts what the app answers, from here on. */
  watch(app: FastifyInstance): void
  /** Counts what was answered before the app. */
  answered(route: string, method: string, status: number, seconds: number): void
  family(): Family
}

/**
 * How often each route was answered, how, and how fast. Each route gets a hook that knows where its own
 * counts are, so that a request costs an addition and no search.
 */
export function createRequestCounts(): RequestCounts {
  const byRoute = new Map<string, Map<string, Durations>>()

  const methodsOf = (route: string) => {
    const known = byRoute.get(route) ?? new Map<string, Durations>()
    byRoute.set(route, known)
    return known
  }
  const durationsOf = (methods: Map<string, Durations>, route: string, method: string) => {
    const known = methods.get(method) ?? { route, method, classes: [] }
    methods.set(method, known)
    return known
  }

  return {
    watch(app) {
      app.addHook('onRoute', (route) => {
        const methods = methodsOf(route.url)
        const measure = (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
          const durations = durationsOf(methods, route.url, request.method)
          observe(durations, reply.statusCode, reply.elapsedTime / 1000)
          done()
        }
        route.onResponse = [measure, ...[route.onResponse ?? []].flat()]
      })
    },

    answered: (route, method, status, seconds) =>
      observe(durationsOf(methodsOf(route), route, method), status, seconds),

    family: () => ({
      name: 'http_request_duration_seconds',
      help: 'How long answers took, from the head of the request to the last byte sent.',
      type: 'histogram',
      samples: [...byRoute.values()].flatMap((methods) => [...methods.values()].flatMap(samplesOf)),
    }),
  }
}

function observe({ classes }: Durations, status: number, seconds: number) {
  const histogram = (classes[Math.floor(status / 100)] ??= {
    counts: Array.from({ length: bounds.length + 1 }, () => 0),
    sum: 0,
  })
  let bucket = 0
  while (bucket < bounds.length && seconds > (bounds[bucket] ?? 0)) bucket += 1
  histogram.counts[bucket] = (histogram.counts[bucket] ?? 0) + 1
  histogram.sum += seconds
}

const samplesOf = ({ route, method, classes }: Durations): Sample[] =>
  classes.flatMap((histogram, digit) => {
    if (!histogram) return []
    const labels = { route, method, status: `${digit}xx` }
    let total = 0
    const buckets = histogram.counts.map((count, index): Sample => {
      total += count
      return { suffix: '_bucket', labels: { ...labels, le: bounds[index] ?? '+Inf' }, value: total }
    })
    return [
      ...buckets,
      { suffix: '_sum', labels, value: histogram.sum },
      { suffix: '_count', labels, value: total },
    ]
  })
