import type { ServerResponse } from 'node:http'
import type { FastifyContextConfig, FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Lane } from '#contract/shared/endpoint.ts'
import { AppError, problemDocument, problemHeaders } from '../errors.ts'

/** Turns calls away at once when there is too much to do already, before they cost anything. */
export interface Gate {
  /** Whether too many calls are at work, or wait for the database. */
  isFull(lane: Counted): boolean
  /** Why a call may not enter; it counts as turned away then. */
  refusalFor(lane: Lane | 'page'): AppError | undefined
  /** Throws that, for what finds out late that it needs the database, or a page to be made. */
  enter(lane?: Counted): void
  /** Counts a call that has entered as long as it works; not while its body is on its way. */
  during<T>(lane: Lane | 'page' | undefined, work: () => Promise<T>): Promise<T>
  /** How many were turned away since this was asked before. */
  countTurnedAway(): number
  readonly turnedAwayInAll: number
  /** Calls at work. */
  readonly working: Readonly<Record<Counted, number>>
}

/** What has room of its own: what is at hand in memory needs none. */
type Counted = Exclude<Lane, 'memory'> | 'page'

/**
 * For each ordinary call: what moves money still gets through when the rest does not, and pages, which
 * keep the thread busy, leave most of it to calls.
 */
const roomFor = { ordinary: 1, priority: 4, page: 1 / 4 } as const

/** Not the same for all, or those who were turned away together would come back together. */
export const soon = () => String(1 + Math.floor(Math.random() * 3))

/** Whether a call was refused by the gate: there are too many to write a line for each. */
export const isTurnedAway = (error: unknown) => refusals.some((refusal) => refusal === error)

// Made once: to look up where an error was made costs more than to turn a call away.
const refusals = ['1', '2', '3'].map(
  (seconds) =>
    new AppError('unavailable', {
      detail: 'The shop is very busy. Try again in a moment',
      headers: { 'retry-after': seconds },
    }),
)

export function createGate(pool: Pick<pg.Pool, 'waitingCount'>, most: number): Gate {
  const working = { ordinary: 0, priority: 0, page: 0 }
  let turnedAway = 0
  let counted = 0
  const isFull: Gate['isFull'] = (lane) => {
    const room = Math.ceil(most * roomFor[lane])
    return working[lane] >= room || (lane !== 'page' && pool.waitingCount >= room)
  }
  const refusalFor: Gate['refusalFor'] = (lane) => {
    if (lane === 'memory' || !isFull(lane)) return undefined
    turnedAway += 1
    return refusals[Math.floor(Math.random() * refusals.length)]
  }
  return {
    isFull,
    refusalFor,
    enter(lane = 'ordinary') {
      const refusal = refusalFor(lane)
      if (refusal) throw refusal
    },

    async during(lane = 'ordinary', work) {
      if (lane === 'memory') return work()
      working[lane] += 1
      try {
        return await work()
      } finally {
        working[lane] -= 1
      }
    },

    countTurnedAway() {
      const count = turnedAway - counted
      counted = turnedAway
      return count
    },

    get turnedAwayInAll() {
      return turnedAway
    },
    working,
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For a route outside of the contract; one that names none needs no database. */
    lane?: Lane
  }
}

const laneOf = ({ lane, endpoint }: FastifyContextConfig): Lane =>
  lane ?? (endpoint ? (endpoint.lane ?? 'ordinary') : 'memory')

/**
 * Turns calls away before anything else is done for them, and past everything that makes an answer:
 * under a flood that is most of the work.
 */
export function guardByGate(
  app: FastifyInstance,
  gate: Gate,
  headersFor: (path: string) => Readonly<Record<string, string>>,
) {
  app.addHook('onRequest', (request, reply, done) => {
    const refusal = gate.refusalFor(laneOf(request.routeOptions.config))
    if (!refusal) return done()
    request.isTurnedAway = true
    reply.hijack()
    sendRefusal(reply.raw, refusal, { headers: headersFor(request.url), id: request.id })
  })
}

interface About {
  headers: Readonly<Record<string, string>>
  id: string
}

export function sendRefusal(response: ServerResponse, refusal: AppError, { headers, id }: About) {
  const body = JSON.stringify(problemDocument(refusal, id))
  const length = { 'content-length': Buffer.byteLength(body) }
  response
    .writeHead(503, { ...headers, ...refusal.extra.headers, ...problemHeaders, ...length })
    .end(body)
}
