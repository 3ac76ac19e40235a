import { setTimeout as sleep } from 'node:timers/promises'
import { orders } from '#contract/orders/orders.ts'
import { payments } from '#contract/payments.ts'
import { ownOrders } from '#contract/orders/own-orders.ts'
import type { Catalogue } from './catalogue.ts'
import { followUps } from './follow-ups.ts'
import type { OrderPlan } from './plan.ts'
import { place, reportFinding } from './steps.ts'
import type { Buyer } from './steps.ts'

/** Places the planned orders of one buyer, one after the other. */
export async function buy(
  buyer: Buyer,
  plans: readonly OrderPlan[],
  catalogue: Pick<Catalogue, 'several'>,
) {
  for (const plan of plans) {
    const products = catalogue.several(plan.product, plan.lines, plan.isBackwards)
    if (products.length === 0) continue
    const ordered = await place(buyer, plan, products)
    if (plan.attacks) await attackOtherOrder(buyer, plan)
    if (!ordered) continue
    await sleep(plan.pauseMs)
    await readBack(buyer, ordered.id)
    await followUps[plan.followUp](buyer, ordered, plan)
    if (plan.repeatsLate) await ordered.repeat()
  }
}

/** An acknowledged order is visible to its owner at once, on every node. */
async function readBack(buyer: Buyer, id: string) {
  const { client, email } = buyer
  const one = await client.call(orders.one, { params: { id } })
  const mine = await client.call(ownOrders.mine, { query: { email } })
  if (one && one.status !== 200) {
    reportFinding(buyer, 'reads', `order ${id} was acknowledged, then not found`)
  }
  if (mine?.status === 200 && !mine.body.some(({ _id }) => _id === id)) {
    reportFinding(buyer, 'reads', `order ${id} was acknowledged, then missing in its owner's list`)
  }
}

/** Reads, deletes and pays another customer's order; each call must respond with 404. */
async function attackOtherOrder(buyer: Buyer, { product }: OrderPlan) {
  const others = [...buyer.journal.placed.values()].filter(({ email }) => email !== buyer.email)
  const target = others[Math.floor(product * others.length)]
  if (!target) return
  const { client } = buyer
  const { orderId: id, totalCents } = target
  const params = { id }
  const responses = await Promise.all([
    client.call(orders.one, { params }),
    client.call(ownOrders.remove, { params }),
    client.call(payments.createIntent, { body: { price: totalCents / 100, order: id } }),
    client.call(payments.confirm, { params, body: { order: id, transactionId: 'pi_stolen' } }),
  ])
  for (const response of responses) {
    if (response && response.status !== 404) {
      reportFinding(buyer, 'access', `order ${id} of another customer: ${response.status}`)
    }
  }
}
