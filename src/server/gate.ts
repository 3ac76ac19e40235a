import type { FastifyContextConfig, FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Lane } from '#contract/endpoint.ts'
import { AppError, problemDocument, problemHeaders } from './errors.ts'

/** Turns calls away at once when there is too much to do already, before they cost anything. */
export interface Gate {
  /** Why a call may not enter: too many are at work, or wait for the database. */
  refusalFor(lane: Lane): AppError | undefined
  /** Throws that, for an ordinary call that finds out late that it needs the database. */
  enter(): void
  /** Counts a call that has entered as long as it works; not while its body is on its way. */
  during<T>(lane: Lane | undefined, work: () => Promise<T>): Promise<T>
  /** How many were turned away since this was asked before. */
  countTurnedAway(): number
  readonly turnedAwayInAll: number
  /** Calls at work. */
  readonly working: Readonly<Record<'ordinary' | 'priority', number>>
}

/** What moves money still gets through when the rest does not. */
const priorityFactor = 4

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
  const working = { ordinary: 0, priority: 0 }
  let turnedAway = 0
  let counted = 0
  const refusalFor = (lane: Lane) => {
    if (lane === 'memory') return undefined
    const room = lane === 'priority' ? most * priorityFactor : most
    if (working[lane] < room && pool.waitingCount < room) return undefined
    turnedAway += 1
    return refusals[Math.floor(Math.random() * refusals.length)]
  }
  return {
    refusalFor,
    enter() {
      const refusal = refusalFor('ordinary')
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
    reply.raw
      .writeHead(503, { ...headersFor(request.url), ...refusal.extra.headers, ...problemHeaders })
      .end(JSON.stringify(problemDocument(refusal, request.id)))
  })
}
