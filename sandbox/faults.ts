import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { seededRandom } from './seeded-random.ts'

const count = z.int().min(0).default(0)
const share = z.number().min(0).max(1).default(0)
const milliseconds = z.int().min(0).max(600_000).default(0)

const FaultSettings = z.strictObject({
  /** Seed of all random shares and delays, which makes a run repeatable. */
  seed: z.int().default(1),
  cards: z
    .strictObject({
      /** Only calls whose 'METHOD /path' contains this text have faults. */
      match: z.string().default(''),
      delayMs: milliseconds,
      /** These return 500 without an effect. */
      failNext: count,
      failShare: share,
      /** These return 500, and so do all later calls with the same idempotency key. */
      failStoredNext: count,
      /** These take effect, but the connection breaks before the response. */
      cutNext: count,
      cutShare: share,
    })
    .prefault({}),
  webhooks: z
    .strictObject({
      /** Events are never sent. */
      off: z.boolean().default(false),
      loseShare: share,
      copies: z.int().min(1).max(10).default(1),
      delayMs: milliseconds,
      /** Maximum random delay of each copy, which changes their order. */
      shuffleMs: milliseconds,
    })
    .prefault({}),
  mail: z
    .strictObject({
      /** These are rejected with 451, try again later. */
      rejectNext: count,
    })
    .prefault({}),
})

type FaultSettings = z.output<typeof FaultSettings>
export type Faults = ReturnType<typeof createFaults>

/** The injected faults of all services; none by default. */
export function createFaults() {
  let settings: FaultSettings = FaultSettings.parse({})
  let random = seededRandom(settings.seed)

  const chance = (share: number) => share > 0 && random() < share

  return {
    current: () => settings,

    /** Replaces all faults; missing fields get their defaults. */
    set(wanted: unknown): FaultSettings {
      settings = FaultSettings.parse(wanted)
      random = seededRandom(settings.seed)
      return settings
    },

    /** The faults of a call of the card API. */
    forCall(call: string) {
      const { cards } = settings
      const none = { delayMs: 0, fail: false, failStored: false, cut: false }
      if (!call.includes(cards.match)) return none
      const fail = countDown(cards, 'failNext') || chance(cards.failShare)
      const failStored = !fail && countDown(cards, 'failStoredNext')
      const cut = !fail && (countDown(cards, 'cutNext') || chance(cards.cutShare))
      return { delayMs: cards.delayMs, fail, failStored, cut }
    },

    /** The delay of each copy of an event in milliseconds; empty if the event is lost. */
    deliveryDelays(): number[] {
      const { off, loseShare, copies, delayMs, shuffleMs } = settings.webhooks
      if (off || chance(loseShare)) return []
      return Array.from({ length: copies }, () => delayMs + Math.floor(random() * shuffleMs))
    },

    rejectsMail: () => countDown(settings.mail, 'rejectNext'),
  }
}

/** Decrements a counter; false if it is 0. */
function countDown<K extends string>(counters: Record<K, number>, name: K): boolean {
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
