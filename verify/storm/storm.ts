import { setTimeout as sleep } from 'node:timers/promises'
import { administer } from './admin.ts'
import { closeDisputes, disputePayments, openProvider } from './bank.ts'
import { buy } from './buyer.ts'
import { watchCatalogue } from './catalogue.ts'
import { createClient } from '../../rig/client.ts'
import { openJournal } from './journal.ts'
import type { Journal } from './journal.ts'
import { killNodes, killPostgres } from './kills.ts'
import { reconcileNow } from './reconciliation.ts'
import { runSmokeSales } from './smoke-sales.ts'
import { makePlan } from './plan.ts'
import type { Plan } from './plan.ts'
import { changeTaxes, taxSettings } from './taxes.ts'
import { waitForOpenWork } from './open-work.ts'
import { summarize } from './summary.ts'
import type { Summary } from './summary.ts'
import { verify } from './verify.ts'
import { startRig } from '../../rig/rig.ts'
import type { Rig } from '../../rig/rig.ts'

export interface StormOptions {
  seed: number
  buyers: number
  seconds: number
  /** Folder of another version of the shop, already built, which every second node runs. */
  beside?: string | undefined
}

/** Starting a node takes longer than the time to the next kill, so two would mostly be down. */
const nodes = 4

/** Short, so that many reservations expire during a storm. */
const reservationMs = 4_000

/** Time for the buyers to finish after the last kill. */
const finishMs = 30_000

/**
 * Runs buyers, an admin and a bank against a shop whose nodes and database are killed and whose card provider has faults;
 * then waits for open work and checks every promise. Stops and removes everything, even after an error.
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
    settings: {
      LIMITS: plan.limits,
      ORDER_RESERVATION_MINUTES: String(reservationMs / 60_000),
      JOB_INTERVAL_SECONDS: '0.5',
      // Short, so that some are undone too late.
      SHIPPING_UNDO_SECONDS: '2',
      ...taxSettings[plan.taxChanges[0].taxes],
    },
  })
  const aborted = new Promise<never>((_, reject) => {
    const abort = () => reject(new Error('The storm was aborted'))
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  })
  const runPlan = async () => {
    await runLoad(rig, { plan, journal, lengthMs: size.seconds * 1000 })
    rig.sandbox.setFaults({})
    await rig.nodes.ready()
    const smoke = await runSmokeSales(rig, journal, reservationMs)
    await closeDisputes({ provider: openProvider(rig.sandbox.url), journal })
    const found = [
      ...smoke,
      ...(await reconcileNow(rig.postgres.database.pool, rig.nodes.logs)),
      ...(await waitForOpenWork(rig.postgres.database.pool)),
      ...(await verify(rig, journal)),
    ]
    const seconds = (performance.now() - started) / 1000
    return summarize({ seed: size.seed, plan, seconds, journal, rig, found })
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
  const deadline = AbortSignal.timeout(lengthMs + finishMs)
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
  const emails = people.buyers.map(({ email }) => email)
  await Promise.all([
    killNodes(rig, plan.nodeKills, until),
    killPostgres(postgres, plan.postgresKills, until),
    changeTaxes(rig, plan.taxChanges.slice(1), until),
    administer({ ...admin, catalogue, emails, list: {} }, plan.adminTasks, until),
    disputePayments({ provider: openProvider(sandbox.url), journal }, plan.bankTasks, until),
    ...people.buyers.map(async ({ email, token }, index) => {
      const planned = plan.buyers[index]
      if (!planned) return
      await until(planned.startsAtMs)
      const buyer = {
        email,
        client: clientOf(token),
        journal,
        provider: sandbox.url,
        reservationMs,
      }
      await buy(buyer, planned.orders, catalogue)
    }),
  ])
  catalogue.close()
}
