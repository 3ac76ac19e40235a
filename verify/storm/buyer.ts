import { setTimeout as sleep } from 'node:timers/promises'
import { orders } from '#contract/orders.ts'
import { payments } from '#contract/payments.ts'
import { ownOrders } from '#contract/own-orders.ts'
import type { Catalogue } from './catalogue.ts'
import { followUps } from './follow-ups.ts'
import type { OrderPlan } from './plan.ts'
import { complain, place } from './steps.ts'
import type { Buyer } from './steps.ts'

/** Lives through the orders of one buyer, one after the other. */
export async function buy(
  buyer: Buyer,
  plans: readonly OrderPlan[],
  catalogue: Pick<Catalogue, 'at'>,
) {
  for (const plan of plans) {
    const product = catalogue.at(plan.product)
    if (!product) continue
    const ordered = await place(buyer, plan, product)
    if (plan.snoops) await snoop(buyer, plan)
    if (!ordered) continue
    await sleep(plan.pauseMs)
    await readBack(buyer, ordered.id)
    await followUps[plan.followUp](buyer, ordered, plan)
    if (plan.repeatsLate) await ordered.repeat()
  }
}

/** An acknowledged order is there for its owner at once, whichever node answers. */
async function readBack(buyer: Buyer, id: string) {
  const { client, email } = buyer
  const one = await client.call(orders.one, { params: { id } })
  const mine = await client.call(ownOrders.mine, { query: { email } })
  if (one && one.status !== 200) complain(buyer, 'reads', `order ${id} was placed, then not found`)
  if (mine?.status === 200 && !mine.body.some(({ _id }) => _id === id)) {
    complain(buyer, 'reads', `order ${id} was placed, then not in the list of its owner`)
  }
}

/** No call finds somebody else's order. */
async function snoop(buyer: Buyer, { product }: OrderPlan) {
  const others = [...buyer.journal.placed.values()].filter(({ email }) => email !== buyer.email)
  const victim = others[Math.floor(product * others.length)]
  if (!victim) return
  const { client } = buyer
  const { orderId: id, totalCents } = victim
  const params = { id }
  const answers = await Promise.all([
    client.call(orders.one, { params }),
    client.call(ownOrders.remove, { params }),
    client.call(payments.createIntent, { body: { price: totalCents / 100, order: id } }),
    client.call(payments.confirm, { params, body: { order: id, transactionId: 'pi_stolen' } }),
  ])
  for (const answer of answers) {
    if (answer && answer.status !== 404) {
      complain(buyer, 'access', `the order ${id} of another was answered with ${answer.status}`)
    }
  }
}
