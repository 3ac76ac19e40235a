import { products } from '#contract/products.ts'
import type { Violation } from '../../src/server/invariants/invariant.ts'
import { buy } from './buyer.ts'
import { createClient } from '../../rig/client.ts'
import type { Journal } from './journal.ts'
import type { OrderPlan } from './plan.ts'
import { violations } from './violations.ts'
import type { Rig } from '../../rig/rig.ts'

const patienceMs = 120_000

/**
 * When a storm is over, the shop sells as on any other day. This is also what makes sure that somebody
 * pays: on a very slow machine every order of the storm itself may lapse before.
 */
export async function runSmokeSales(
  { nodes, people, sandbox }: Rig,
  journal: Journal,
  holdMs: number,
): Promise<Violation[]> {
  const deadline = AbortSignal.timeout(patienceMs)
  const clientOf = (token: string) =>
    createClient({ origins: nodes.origins, token, record: journal, deadline })
  const [first] = people.buyers
  if (!first) return []
  const part = {
    name: 'Part of a quiet day',
    price: 18.79,
    quantity: 1_000,
    description: 'New in the catalogue',
    img: '/parts/door-rubber.svg',
  }
  const admin = clientOf(people.admin.token)
  const added = await admin.call(products.add, { body: part }, { key: 'peace-part' })
  const id = added?.status === 200 ? added.body.insertedId : ''
  const read = id ? await admin.call(products.one, { params: { id } }) : undefined
  const shelf = { at: () => (read?.status === 200 ? read.body : undefined) }
  const client = clientOf(first.token)
  const buyer = { email: first.email, client, journal, provider: sandbox.url, holdMs }
  const paidBefore = journal.paid.size
  for (let tries = 1; shelf.at() && !deadline.aborted; tries += 1) {
    await buy(buyer, [{ ...plan, key: `peace-${tries}` }], shelf)
    if (journal.paid.size > paidBefore) return []
  }
  return violations('peace', 'when a storm is over the shop sells as before', ['nobody could pay'])
}

const plan: Omit<OrderPlan, 'key'> = {
  product: 0,
  quantity: 10,
  placing: 'once',
  cutAfterMs: 0,
  followUp: 'pay',
  pauseMs: 0,
  snoops: false,
  repeatsLate: false,
}
