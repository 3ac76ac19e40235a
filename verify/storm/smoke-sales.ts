import { products } from '#contract/products/products.ts'
import type { Violation } from '../../src/server/invariants/invariant.ts'
import { buy } from './buyer.ts'
import { createClient } from '../../rig/client.ts'
import type { Journal } from './journal.ts'
import { simpleOrder } from './plan.ts'
import { violations } from '../violations.ts'
import type { Rig } from '../../rig/rig.ts'

const timeoutMs = 120_000

/**
 * Sells and charges one order after the storm. It also ensures that at least one order is paid: on a very slow
 * machine every reservation of the storm itself may expire first.
 */
export async function runSmokeSales(
  { nodes, people, sandbox }: Rig,
  journal: Journal,
  reservationMs: number,
): Promise<Violation[]> {
  const deadline = AbortSignal.timeout(timeoutMs)
  const clientOf = (token: string) =>
    createClient({ origins: nodes.origins, token, record: journal, deadline })
  const [first] = people.buyers
  if (!first) return []
  const part = {
    name: 'Part after the storm',
    price: 18.79,
    quantity: 1_000,
    description: 'New in the catalogue',
    img: '/parts/door-rubber.svg',
  }
  const admin = clientOf(people.admin.token)
  const added = await admin.call(products.add, { body: part }, { key: 'smoke-part' })
  const id = added?.status === 200 ? added.body.insertedId : ''
  const read = id ? await admin.call(products.one, { params: { id } }) : undefined
  const sold = read?.status === 200 ? [read.body] : []
  const catalogue = { several: () => sold }
  const client = clientOf(first.token)
  const buyer = { email: first.email, client, journal, provider: sandbox.url, reservationMs }
  const paidBefore = journal.paid.size
  for (let tries = 1; sold.length > 0 && !deadline.aborted; tries += 1) {
    await buy(buyer, [{ ...simpleOrder, followUp: 'pay', key: `smoke-${tries}` }], catalogue)
    if (journal.paid.size > paidBefore) return []
  }
  return violations('smoke sale', 'after the storm an order can be placed and paid', [
    'no order paid',
  ])
}
