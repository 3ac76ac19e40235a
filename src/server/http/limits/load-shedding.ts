import type { ServerResponse } from 'node:http'
import type { FastifyContextConfig, FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { PriorityClass } from '#contract/shared/endpoint.ts'
import { AppError, problemDocument, problemHeaders } from '../../errors/errors.ts'
import { jitteredSeconds, retryAfter } from '../../errors/retry-after.ts'

/** Refuses requests early when too many are in flight, before they cost anything. */
export interface LoadShedder {
  /** Whether too many requests are in flight or wait for a database connection. */
  isFull(requestClass: LimitedClass): boolean
  /** The refusal, counted as shed, or undefined when there is room. */
  refusalFor(requestClass: PriorityClass | 'page'): AppError | undefined
  /** Throws the refusal: for handlers that find out late that they need the database or render a page. */
  admit(requestClass?: LimitedClass): void
  /** Counts a request as in flight while `work` runs. Reading its body is not work. */
  track<T>(requestClass: PriorityClass | 'page' | undefined, work: () => Promise<T>): Promise<T>
  /** Requests shed since the last call. */
  countShed(): number
  readonly shedTotal: number
  readonly inFlight: Readonly<Record<LimitedClass, number>>
}

/** Classes with their own concurrency limit; responses from memory need none. */
type LimitedClass = Exclude<PriorityClass, 'memory'> | 'page'

/**
 * Room per ordinary request: what moves money still passes when the rest does not; pages, which keep the
 * thread busy, leave most of it to requests.
 */
const roomFor = { ordinary: 1, priority: 4, page: 1 / 4 } as const

// Preallocated: capturing a stack trace costs more than refusing the request.
const refusals = jitteredSeconds.map(
  (seconds) =>
    new AppError('unavailable', {
      detail: 'The shop is very busy. Try again in a moment',
      headers: retryAfter(seconds),
    }),
)

/** Whether load shedding refused the request. These are logged as one count, not one line each. */
export const isShed = (error: unknown) => refusals.some((refusal) => refusal === error)

export function createLoadShedder(
  pool: Pick<pg.Pool, 'waitingCount'>,
  concurrencyMax: number,
): LoadShedder {
  const inFlight = { ordinary: 0, priority: 0, page: 0 }
  let shedTotal = 0
  let counted = 0
  const isFull: LoadShedder['isFull'] = (requestClass) => {
    const room = Math.ceil(concurrencyMax * roomFor[requestClass])
    return inFlight[requestClass] >= room || (requestClass !== 'page' && pool.waitingCount >= room)
  }
  const refusalFor: LoadShedder['refusalFor'] = (requestClass) => {
    if (requestClass === 'memory' || !isFull(requestClass)) return undefined
    shedTotal += 1
    return refusals[Math.floor(Math.random() * refusals.length)]
  }
  return {
    isFull,
    refusalFor,
    admit(requestClass = 'ordinary') {
      const refusal = refusalFor(requestClass)
      if (refusal) throw refusal
    },

    async track(requestClass = 'ordinary', work) {
      if (requestClass === 'memory') return work()
      inFlight[requestClass] += 1
      try {
        return await work()
      } finally {
        inFlight[requestClass] -= 1
      }
    },

    countShed() {
      const count = shedTotal - counted
      counted = shedTotal
      return count
    },

    get shedTotal() {
      return shedTotal
    },
    inFlight,
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Logged as part of a count, not by itself. */
    isShed?: boolean
  }
  interface FastifyContextConfig {
    /** For routes outside the contract; without it a route counts as served from memory. */
    priorityClass?: PriorityClass
  }
}

const priorityClassOf = ({ priorityClass, endpoint }: FastifyContextConfig): PriorityClass =>
  priorityClass ?? (endpoint ? (endpoint.priorityClass ?? 'ordinary') : 'memory')

/** Sheds requests before any other hook, and past the reply pipeline, which under a flood is most of the work. */
export function shedOnRequest(
  app: FastifyInstance,
  loadShedder: LoadShedder,
  headersFor: (path: string) => Readonly<Record<string, string>>,
) {
  app.addHook('onRequest', (request, reply, done) => {
    const refusal = loadShedder.refusalFor(priorityClassOf(request.routeOptions.config))
    if (!refusal) return done()
    request.isShed = true
    reply.hijack()
    sendRefusal(reply.raw, refusal, { headers: headersFor(request.url), id: request.id })
  })
}

interface Metadata {
  headers: Readonly<Record<string, string>>
  id: string
}

export function sendRefusal(response: ServerResponse, refusal: AppError, metadata: Metadata) {
  const { headers, id } = metadata
  const body = JSON.stringify(problemDocument(refusal, id))
  const length = { 'content-length': Buffer.byteLength(body) }
  response
    .writeHead(503, { ...headers, ...refusal.extra.headers, ...problemHeaders, ...length })
    .end(body)
}
