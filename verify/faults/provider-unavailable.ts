import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { orders } from '#contract/orders/orders.ts'
import { payments } from '#contract/payments.ts'
import { call } from '../../rig/call.ts'
import { median } from '../../rig/statistics.ts'
import { orderBody } from './load.ts'
import { lateRecovery, lostOrders, underLoad } from './scenario.ts'
import type { Outcome } from './scenario.ts'

/** Longer than after other faults, because the circuit breaker opens for ten seconds at a time. */
const recoveryMsMax = 12_000

/** Makes every call of the card provider fail. Payments respond with 503, orders are not affected. */
export const providerUnavailable = (toleranceMs: number): Promise<Outcome> =>
  underLoad({}, async ({ nodes, people, postgres, sandbox }, load) => {
    const { pool } = postgres.database
    const [payer] = people.buyers
    const pay = await createOrder(String(nodes.origins[0]), String(payer?.token), pool)
    const before = await pay()
    await sleep(1_000)
    const latenciesBefore = load.tally.latencies.splice(0)

    sandbox.setFaults({ cards: { failShare: 1 } })
    const during: number[] = []
    for (let tries = 0; tries < 8; tries += 1) during.push(await pay())
    await sleep(1_000)
    const latenciesDuring = load.tally.latencies.splice(0)
    // The recovery takes ten times as long as the fault, and only payments show it.
    const { placed, unavailable, failed } = await load.end()
    sandbox.setFaults({})
    const returned = performance.now()
    while ((await pay()) !== 200 && performance.now() - returned < 60_000) await sleep(100)
    const recoveryMs = Math.round(performance.now() - returned)

    const violations = await lostOrders(pool, placed)
    if (before !== 200) violations.push(`a payment responded with ${before} before the fault`)
    if (during.some((status) => status !== 503))
      violations.push(`payments responded with ${during.join()}`)
    if (unavailable + failed.length > 0)
      violations.push(`${unavailable + failed.length} orders failed`)
    return {
      figures: {
        orders: placed.length,
        'median ms before': Math.round(median(latenciesBefore)),
        'median ms during': Math.round(median(latenciesDuring)),
        'recovered after ms': recoveryMs,
      },
      violations: [...violations, ...lateRecovery(recoveryMs, recoveryMsMax + toleranceMs)],
    }
  })

/** Places an order. Each call of the result opens its payment and returns the status of the response. */
async function createOrder(origin: string, token: string, pool: Pool) {
  const body = await orderBody(pool)
  const placed = await call(origin, orders.place, { body }, { token, key: randomUUID() })
  const payment = { body: { order: placed.body.insertedId, price: body.price } }
  return async () =>
    (await call(origin, payments.createIntent, payment, { token, key: randomUUID() })).status
}
