import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { watchCatalogue } from '../storm/catalogue.ts'
import { createClient } from '../../rig/client.ts'
import { followUps } from '../storm/follow-ups.ts'
import type { Journal } from '../storm/journal.ts'
import { simpleOrder } from '../storm/plan.ts'
import type { OrderPlan } from '../storm/plan.ts'
import { place } from '../storm/steps.ts'
import type { Cluster } from './cluster.ts'

export interface Recovery {
  pause: number
  backAfter: number
}

const concurrency = 16
/** Every eighth order is paid. */
const payEvery = 8
/** Time with orders after which the recovery is complete. */
const steadyMs = 3_000
const maxRunMs = 10 * 60_000

/** Signed-in buyers who order without pause and retry under their idempotency key. */
export async function startLoad(
  { engines, people, sandbox }: Pick<Cluster, 'engines' | 'people' | 'sandbox'>,
  journal: Journal,
) {
  const deadline = AbortSignal.timeout(maxRunMs)
  const clientOf = (token: string) =>
    createClient({ origins: [engines.origin], token, record: journal, deadline, isBalanced: true })
  const catalogue = await watchCatalogue(clientOf(people.admin.token), deadline)
  /** Time of each acknowledgement. */
  const acknowledged: number[] = []
  const ended = new AbortController()
  let next = 0

  const buy = async () => {
    while (!ended.signal.aborted) {
      const number = next++
      const person = people.buyers[number % people.buyers.length]
      const product = catalogue.at(Math.random())
      if (!person || !product) throw new Error('No buyers or no products')
      const { email, token } = person
      const buyer = {
        email,
        client: clientOf(token),
        journal,
        provider: sandbox.url,
        reservationMs: 0,
      }
      const followUp = number % payEvery === 0 ? 'pay' : 'abandon'
      const plan: OrderPlan = { ...simpleOrder, followUp, key: randomUUID() }
      const ordered = await place(buyer, plan, [product])
      if (!ordered) continue
      acknowledged.push(performance.now())
      await followUps[followUp](buyer, ordered, plan)
    }
  }
  const running = Promise.all(Array.from({ length: concurrency }, buy))
  // Rejections surface in `end`.
  running.catch(() => {})

  return {
    /** Orders per second from now on. */
    async measure(seconds: number): Promise<number> {
      const before = acknowledged.length
      const started = performance.now()
      await sleep(seconds * 1000)
      return Math.round(((acknowledged.length - before) * 1000) / (performance.now() - started))
    },

    /**
     * Waits until orders are accepted steadily again. Returns the longest pause since the fault and its end, in
     * seconds.
     */
    async recovery(since: number, timeoutMs = 120_000): Promise<Recovery> {
      for (; performance.now() < since + timeoutMs; await sleep(100)) {
        const now = performance.now()
        const later = acknowledged.filter((at) => at >= since)
        const recent = later.filter((at) => at > now - steadyMs)
        if (recent.length < 20 || now - since < 2 * steadyMs) continue
        const pauses = later.map((at, index) => ({ at, length: at - (later[index - 1] ?? since) }))
        const longest = pauses.reduce((most, pause) => (pause.length > most.length ? pause : most))
        return { pause: inSeconds(longest.length), backAfter: inSeconds(longest.at - since) }
      }
      throw new Error(`No orders for ${timeoutMs / 1000} s`)
    },

    async end(): Promise<void> {
      ended.abort()
      catalogue.close()
      await running
    },
  }
}

const inSeconds = (ms: number) => Math.round(ms / 100) / 10
