import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { orders } from '#contract/orders.ts'
import { payments } from '#contract/payments.ts'
import { call } from '../../rig/call.ts'
import { startRig } from '../../rig/rig.ts'
import { brokenPromises, orderOfTen, percentile, startLoad, steadyShop } from './load.ts'
import type { Outcome } from './scenario.ts'

/** Later than after other faults: the provider is left alone for ten seconds at a time. */
const recoveryMsMax = 12_000

/** The card provider answers nobody for a while: payments say so, everything else goes on. */
export async function providerAway(stallMs: number): Promise<Outcome> {
  const rig = await startRig(steadyShop())
  try {
    const { pool } = rig.postgres.database
    const [payer, ...buyers] = rig.people.buyers
    const load = await startLoad({ ...rig.nodes, buyers, pool })
    await load.untilNextOrder()
    const pay = await openOrder(String(rig.nodes.origins[0]), String(payer?.token), pool)
    const before = await pay()
    await sleep(1_000)
    const baseline = load.tally.latencies.splice(0)

    rig.sandbox.setFaults({ cards: { failShare: 1 } })
    const during: number[] = []
    for (let tries = 0; tries < 8; tries += 1) during.push(await pay())
    await sleep(1_000)
    const disturbed = load.tally.latencies.splice(0)
    rig.sandbox.setFaults({})
    const returned = performance.now()
    while ((await pay()) !== 200 && performance.now() - returned < 60_000) await sleep(100)
    const recoveryMs = Math.round(performance.now() - returned)

    const { placed, unavailable, failed } = await load.end()
    const broken = await brokenPromises(pool, placed)
    if (before !== 200) broken.push(`a payment was answered ${before} before the fault`)
    if (during.some((status) => status !== 503)) broken.push(`payments answered ${during.join()}`)
    if (unavailable + failed.length > 0) broken.push(`${unavailable + failed.length} orders failed`)
    if (recoveryMs > recoveryMsMax + stallMs)
      broken.push(`payments work again after ${recoveryMs} ms`)
    return {
      figures: {
        orders: placed.length,
        'median ms before': percentile(baseline, 0.5),
        'median ms during': percentile(disturbed, 0.5),
        'back after ms': recoveryMs,
      },
      broken,
    }
  } finally {
    await rig.close()
  }
}

/** Places an order; each call then opens its payment and returns the status of the answer. */
async function openOrder(origin: string, token: string, pool: Pool) {
  const body = await orderOfTen(pool)
  const placed = await call(origin, orders.place, { body }, { token, key: randomUUID() })
  const payment = { body: { order: placed.body.insertedId, price: body.price } }
  return async () =>
    (await call(origin, payments.createIntent, payment, { token, key: randomUUID() })).status
}
