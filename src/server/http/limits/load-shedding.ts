import type { ServerResponse } from 'node:http'
import type { PriorityClass } from '#contract/shared/endpoint.ts'
import type { Config } from '../../config/config.ts'
import { AppError, problemDocument, problemHeaders } from '../../errors/errors.ts'
import { jitteredSeconds, retryAfter } from '../../errors/retry-after.ts'
import { createCallerQueues } from './caller-queues.ts'
import { createWorkQueue } from './work-queue.ts'
import type { WorkQueue } from './work-queue.ts'

/**
 * What shares one queue: ordinary calls, those that move money, pages, which keep the thread busy, attempts to
 * sign in, which hash a password, and searches, those of admins apart. None waits behind another's queue.
 */
type Lane = Exclude<PriorityClass, 'memory'> | 'page' | 'sign-in' | SearchLane
type SearchLane = 'search' | 'admin-search'

/** Bounds the time that requests wait; what would wait longer is refused before it costs anything. */
export interface LoadShedder {
  /** Runs the work when it is its turn, or throws a refusal. Reading a body or sending an answer is not work. */
  run<T>(lane: Lane | 'memory' | undefined, work: () => Promise<T>): Promise<T>
  /** Runs the rest of a request that had its turn before: it does not wait again. */
  resume<T>(lane: Lane | 'memory' | undefined, work: () => Promise<T>): Promise<T>
  /** Runs a search when it is its turn, or throws a refusal. A caller has two at a time. */
  search<T>(caller: Searcher, work: () => Promise<T>): Promise<T>
  /** Whether a new request would wait for too long. */
  isFull(lane: Lane): boolean
  /** The refusal, counted as shed, if it would. */
  refusalFor(lane: Lane | 'memory'): AppError | undefined
  /** Requests shed since the last call. */
  countShed(): number
  readonly shedTotal: number
  readonly inProgress: Readonly<Record<Lane, number>>
  readonly waiting: Readonly<Record<Lane, number>>
}

/** Whether the query of a call has words that are searched for. */
export const isSearch = (query: unknown): boolean =>
  typeof query === 'object' && query !== null && 'q' in query && Boolean(query.q)

interface Searcher {
  /** The account, or the address of a visitor as {@link rateLimitKey} has it. */
  key: string
  isAdmin?: boolean | undefined
}

type Settings = Pick<Config, 'QUEUE_WAIT_MS' | 'DATABASE_POOL'> & Partial<Pick<Config, 'LIMITS'>>

const refusalAfter = (seconds: number) =>
  new AppError('unavailable', {
    detail: 'The shop is very busy. Try again in a moment',
    headers: retryAfter(seconds),
  })

// Preallocated: capturing a stack trace costs more than refusing the request.
const refusals = jitteredSeconds.map(refusalAfter)

/** Whether load shedding refused the request. These are logged as one count, not one line each. */
export const isShed = (error: unknown) => refusals.some((refusal) => refusal === error)

/** Requests in progress per connection to the database: enough that none is idle while requests wait. */
const perConnection = { ordinary: 6, priority: 24 } as const

/**
 * Searches in progress: a fifth of the connections, since each takes two at most. A search costs as much as ten
 * orders, so the others stay for these.
 */
const searchesOf = (connections: number) => Math.max(1, Math.floor(connections / 5))

/** The searches at a time of an account, or of an address, which a workshop may share; further ones wait. */
const searchesPerCaller = 2

/** People wait for a search for longer than for an order: this many times as long. */
const searchPatience = 4

/** An ordinary search. */
const searchMs = 10

export function createLoadShedder({
  QUEUE_WAIT_MS: waitMs,
  DATABASE_POOL: connections,
  LIMITS: limits,
}: Settings): LoadShedder {
  let shedTotal = 0
  let counted = 0
  const refusal = () => {
    shedTotal += 1
    return refusals[Math.floor(Math.random() * refusals.length)] ?? refusalAfter(1)
  }
  const queueOf = (concurrent: number, expectedMs: number, longestMs = waitMs) =>
    createWorkQueue({ concurrent, waitMs: longestMs, expectedMs, refusal })
  const searchLane = () => queueOf(searchesOf(connections), searchMs, searchPatience * waitMs)
  const lanes: Readonly<Record<Lane, WorkQueue>> = {
    ordinary: queueOf(perConnection.ordinary * connections, 1),
    priority: queueOf(perConnection.priority * connections, 1),
    page: queueOf(8, 5),
    // As many hashes as libuv has threads; people who sign in are used to wait a little.
    'sign-in': queueOf(4, 10, 2 * waitMs),
    search: searchLane(),
    'admin-search': searchLane(),
  }
  const runForCaller = createCallerQueues(() =>
    queueOf(searchesPerCaller, searchMs, searchPatience * waitMs),
  )
  const perLane = (read: (queue: WorkQueue) => number): Record<Lane, number> => ({
    ordinary: read(lanes.ordinary),
    priority: read(lanes.priority),
    page: read(lanes.page),
    'sign-in': read(lanes['sign-in']),
    search: read(lanes.search),
    'admin-search': read(lanes['admin-search']),
  })
  return {
    run: (lane = 'ordinary', work) => (lane === 'memory' ? work() : lanes[lane].run(work)),
    resume: (lane = 'ordinary', work) => (lane === 'memory' ? work() : lanes[lane].resume(work)),
    search({ key, isAdmin }, work) {
      const inTurn = () => lanes[isAdmin ? 'admin-search' : 'search'].run(work)
      return limits === 'on' ? runForCaller(key, inTurn) : inTurn()
    },
    isFull: (lane) => lanes[lane].isFull(),
    refusalFor: (lane) => (lane !== 'memory' && lanes[lane].isFull() ? refusal() : undefined),
    countShed() {
      const count = shedTotal - counted
      counted = shedTotal
      return count
    },
    get shedTotal() {
      return shedTotal
    },
    get inProgress() {
      return perLane((queue) => queue.inProgress)
    },
    get waiting() {
      return perLane((queue) => queue.waiting)
    },
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Logged as part of a count, not by itself. */
    isShed?: boolean
  }
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
