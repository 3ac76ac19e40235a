import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { watchCatalogue } from '../storm/catalogue.ts'
import { createClient } from '../../rig/client.ts'
import { followUps } from '../storm/follow-ups.ts'
import type { Journal } from '../storm/journal.ts'
import type { OrderPlan } from '../storm/plan.ts'
import { place } from '../storm/steps.ts'
import type { Cluster } from './cluster.ts'

export interface Recovery {
  pause: number
  backAfter: number
}

const atOnce = 16
/** One order in so many is paid. */
const payEvery = 8
const steadyMs = 3_000
const longestRunMs = 10 * 60_000

/** Signed-in buyers who order without pause, and repeat under their key what got no answer. */
export async function startLoad(
  { engines, people, sandbox }: Pick<Cluster, 'engines' | 'people' | 'sandbox'>,
  journal: Journal,
) {
  const deadline = AbortSignal.timeout(longestRunMs)
  const clientOf = (token: string) =>
    createClient({ origins: [engines.origin], token, record: journal, deadline, isBalanced: true })
  const catalogue = await watchCatalogue(clientOf(people.admin.token), deadline)
  /** When each order was acknowledged. */
  const acknowledged: number[] = []
  const over = new AbortController()
  let next = 0

  const buy = async () => {
    while (!over.signal.aborted) {
      const turn = next++
      const person = people.buyers[turn % people.buyers.length]
      const product = catalogue.at(Math.random())
      if (!person || !product) throw new Error('There is nobody to buy, or nothing')
      const { email, token } = person
      const buyer = { email, client: clientOf(token), journal, provider: sandbox.url, holdMs: 0 }
      const plan = planOf(turn)
      const ordered = await place(buyer, plan, product)
      if (!ordered) continue
      acknowledged.push(performance.now())
      await followUps[plan.followUp](buyer, ordered, plan)
    }
  }
  const working = Promise.all(Array.from({ length: atOnce }, buy))
  // Rejections are heard of at the end.
  working.catch(() => {})

  return {
    /** Orders a second between now and then. */
    async measure(seconds: number): Promise<number> {
      const before = acknowledged.length
      const started = performance.now()
      await sleep(seconds * 1000)
      return Math.round(((acknowledged.length - before) * 1000) / (performance.now() - started))
    },

    /**
     * Waits until orders are accepted steadily again. The longest time without one since the fault, and
     * when it ended, in seconds.
     */
    async recovery(since: number, patienceMs = 120_000): Promise<Recovery> {
      for (; performance.now() < since + patienceMs; await sleep(100)) {
        const now = performance.now()
        const later = acknowledged.filter((at) => at >= since)
        const lately = later.filter((at) => at > now - steadyMs)
        if (lately.length < 20 || now - since < 2 * steadyMs) continue
        const pauses = later.map((at, index) => ({ at, length: at - (later[index - 1] ?? since) }))
        const longest = pauses.reduce((most, pause) => (pause.length > most.length ? pause : most))
        return { pause: inSeconds(longest.length), backAfter: inSeconds(longest.at - since) }
      }
      throw new Error(`No orders for ${patienceMs / 1000} s`)
    },

    async end(): Promise<void> {
      over.abort()
      catalogue.close()
      await working
    },
  }
}

const planOf = (turn: number): OrderPlan => ({
  key: randomUUID(),
  product: 0,
  quantity: 10,
  placing: 'once',
  cutAfterMs: 0,
  followUp: turn % payEvery === 0 ? 'pay' : 'abandon',
  pauseMs: 0,
  snoops: false,
  repeatsLate: false,
})

const inSeconds = (ms: number) => Math.round(ms / 100) / 10
