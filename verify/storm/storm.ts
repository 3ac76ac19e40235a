import { setTimeout as sleep } from 'node:timers/promises'
import { administer } from './admin.ts'
import { buy } from './buyer.ts'
import { watchCatalogue } from './catalogue.ts'
import { createClient } from '../../rig/client.ts'
import { openJournal } from './journal.ts'
import type { Journal } from './journal.ts'
import { killNodes, killPostgres } from './killer.ts'
import { runSmokeSales } from './smoke-sales.ts'
import { makePlan } from './plan.ts'
import type { Plan } from './plan.ts'
import { settle } from './settle.ts'
import { summarize } from './summary.ts'
import type { Summary } from './summary.ts'
import { verify } from './verify.ts'
import { startRig } from '../../rig/rig.ts'
import type { Rig } from '../../rig/rig.ts'

export interface StormOptions {
  seed: number
  buyers: number
  seconds: number
  /** The folder of another version of the shop, built: every second node is of it. */
  beside?: string | undefined
}

/** A node that is killed needs longer to start than the next kill waits: two would mostly be down. */
const nodes = 4

/** Short, so that many reservations expire during a storm. */
const holdMs = 4_000

/** How long buyers may go on after the last kill. */
const patienceMs = 30_000

/**
 * Lets buyers, an admin, a disturbed card provider and a killer loose on the shop; then waits until
 * it has come to rest, and judges. At the end everything is stopped and removed, even after an error.
 */
export async function runStorm(size: StormOptions, signal: AbortSignal): Promise<Summary> {
  const started = performance.now()
  const plan = makePlan(size)
  const journal = openJournal()
  const { buyers, stock } = plan
  const rig = await startRig({
    buyers: buyers.length,
    stock,
    nodes,
    beside: size.beside,
    record: journal,
    settings: { ORDER_RESERVATION_MINUTES: String(holdMs / 60_000), JOB_INTERVAL_SECONDS: '0.5' },
  })
  const aborted = new Promise<never>((_, reject) => {
    const breakOff = () => reject(new Error('The storm was broken off'))
    if (signal.aborted) breakOff()
    else signal.addEventListener('abort', breakOff, { once: true })
  })
  const runPlan = async () => {
    await runLoad(rig, { plan, journal, lengthMs: size.seconds * 1000 })
    rig.sandbox.setFaults({})
    await rig.nodes.ready()
    const broken = [
      ...(await runSmokeSales(rig, journal, holdMs)),
      ...(await settle(rig.postgres.database.pool)),
      ...(await verify(rig, journal)),
    ]
    const seconds = (performance.now() - started) / 1000
    return summarize({ size, plan, seconds, journal, rig, broken })
  }
  try {
    return await Promise.race([runPlan(), aborted])
  } finally {
    await rig.close()
  }
}

interface LoadOptions {
  plan: Plan
  journal: Journal
  lengthMs: number
}

async function runLoad(rig: Rig, { plan, journal, lengthMs }: LoadOptions) {
  const { sandbox, nodes, postgres, people } = rig
  const deadline = AbortSignal.timeout(lengthMs + patienceMs)
  const clientOf = (token: string) =>
    createClient({ origins: nodes.origins, token, record: journal, deadline })
  const startedAt = performance.now()
  const until = async (atMs: number) => {
    await sleep(Math.max(0, startedAt + atMs - performance.now()))
  }

  sandbox.setFaults(plan.faults)
  rig.sendEventsTo(0)
  const admin = { client: clientOf(people.admin.token), journal }
  const catalogue = await watchCatalogue(admin.client, deadline)
  await Promise.all([
    killNodes(rig, plan.nodeKills, until),
    killPostgres(postgres, plan.postgresKills, until),
    administer({ ...admin, catalogue }, plan.adminTasks, until),
    ...people.buyers.map(async ({ email, token }, index) => {
      const buying = plan.buyers[index]
      if (!buying) return
      await until(buying.startsAtMs)
      const buyer = { email, client: clientOf(token), journal, provider: sandbox.url, holdMs }
      await buy(buyer, buying.orders, catalogue)
    }),
  ])
  catalogue.close()
}
