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

/**
 * How often each route was answered, how, and how fast. Each route gets a hook that knows where its own
 * counts are, so that a request costs an addition and no search.
 */
export function measureRequests(app: FastifyInstance): () => Family {
  const all: Durations[] = []
  app.addHook('onRoute', (route) => {
    const methods = new Map<string, Durations>()
    const durationsOf = (method: string) => {
      const known = methods.get(method)
      if (known) return known
      const made = { route: route.url, method, classes: [] }
      methods.set(method, made)
      all.push(made)
      return made
    }
    const measure = (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
      observe(durationsOf(request.method), reply.statusCode, reply.elapsedTime / 1000)
      done()
    }
    route.onResponse = [measure, ...[route.onResponse ?? []].flat()]
  })
  return () => ({
    name: 'http_request_duration_seconds',
    help: 'How long answers took, from the head of the request to the last byte sent.',
    type: 'histogram',
    samples: all.flatMap(samplesOf),
  })
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
