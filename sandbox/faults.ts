import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { dice } from './dice.ts'

const count = z.int().min(0).default(0)
const share = z.number().min(0).max(1).default(0)
const milliseconds = z.int().min(0).max(600_000).default(0)

const FaultSettings = z.strictObject({
  /** Starts the dice of every share and shuffle, so that a storm can be run again. */
  seed: z.int().default(1),
  cards: z
    .strictObject({
      /** Only calls whose 'METHOD /path' contains this text are disturbed. */
      match: z.string().default(''),
      delayMs: milliseconds,
      /** Answered 500 before anything happened. */
      failNext: count,
      failShare: share,
      /** Answered 500, and kept: the same idempotency key is answered so from then on. */
      failKeptNext: count,
      /** Carried out, but the connection breaks before the answer. */
      cutNext: count,
      cutShare: share,
    })
    .prefault({}),
  webhooks: z
    .strictObject({
      /** Events of this time are never sent. */
      off: z.boolean().default(false),
      loseShare: share,
      copies: z.int().min(1).max(10).default(1),
      delayMs: milliseconds,
      /** Each copy waits a random time up to this long, so that order is lost. */
      shuffleMs: milliseconds,
    })
    .prefault({}),
  mail: z
    .strictObject({
      /** Answered 451, try again later. */
      rejectNext: count,
    })
    .prefault({}),
})

type FaultSettings = z.output<typeof FaultSettings>
export type Faults = ReturnType<typeof createFaults>

/** The faults of the outside world at the moment; none, unless a test asked for them. */
export function createFaults() {
  let settings: FaultSettings = FaultSettings.parse({})
  let random = dice(settings.seed)

  const chance = (share: number) => share > 0 && random() < share

  return {
    current: () => settings,

    /** Replaces all faults; what is not named works normally. */
    set(wanted: unknown): FaultSettings {
      settings = FaultSettings.parse(wanted)
      random = dice(settings.seed)
      return settings
    },

    /** The fault of one call of the cards API. */
    forCall(call: string) {
      const { cards } = settings
      const calm = { delayMs: 0, fail: false, failKept: false, cut: false }
      if (!call.includes(cards.match)) return calm
      const fail = spend(cards, 'failNext') || chance(cards.failShare)
      const failKept = !fail && spend(cards, 'failKeptNext')
      const cut = !fail && (spend(cards, 'cutNext') || chance(cards.cutShare))
      return { delayMs: cards.delayMs, fail, failKept, cut }
    },

    /** When the copies of an event set out, in milliseconds from now; empty when it is lost. */
    departures(): number[] {
      const { off, loseShare, copies, delayMs, shuffleMs } = settings.webhooks
      if (off || chance(loseShare)) return []
      return Array.from({ length: copies }, () => delayMs + Math.floor(random() * shuffleMs))
    },

    rejectsMail: () => spend(settings.mail, 'rejectNext'),
  }
}

/** True while the named counter lasts, counting down. */
function spend<K extends string>(counters: Record<K, number>, name: K): boolean {
  if (counters[name] === 0) return false
  counters[name] -= 1
  return true
}

export function faultRoutes(app: FastifyInstance, faults: Faults) {
  app.get('/faults', () => faults.current())
  app.delete('/faults', () => faults.set({}))
  app.post('/faults', (request, reply) => {
    try {
      return faults.set(request.body)
    } catch (error) {
      if (!(error instanceof z.ZodError)) throw error
      return reply.status(400).send({ error: z.prettifyError(error) })
    }
  })
}
