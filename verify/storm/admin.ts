import { manageOrders } from '#contract/manage-orders.ts'
import type { Order } from '#contract/orders.ts'
import { products } from '#contract/products.ts'
import type { Catalogue } from './catalogue.ts'
import type { Client } from '../../rig/client.ts'
import type { Journal } from './journal.ts'
import type { AdminTask } from './plan.ts'

interface Admin {
  client: Client
  journal: Journal
  catalogue: Catalogue
}

/** So that there is always something to buy. */
const productsMin = 5

/** Ships what is paid, sends money back, adds products and takes others out of the catalogue. */
export async function administer(
  admin: Admin,
  tasks: readonly AdminTask[],
  until: (atMs: number) => Promise<void>,
) {
  for (const task of tasks) {
    await until(task.atMs)
    if (task.does === 'ship') await ship(admin)
    else if (task.does === 'refund') await refund(admin, task)
    else if (task.does === 'add') await add(admin, task)
    else await archive(admin, task)
  }
}

async function ship({ client, journal }: Admin) {
  const paid = await ordersThatAre(['paid'], client)
  for (const { _id: id } of paid.slice(0, 3)) {
    const shipped = await client.call(manageOrders.ship, { params: { id } })
    if (shipped?.status === 200) journal.shipped.add(id)
  }
}

/** An order that waits to be shipped, or one that was. */
async function refund({ client, journal }: Admin, { product: share }: AdminTask) {
  const paid = await ordersThatAre(['paid', 'shipped'], client)
  const id = paid[Math.floor(share * paid.length)]?._id
  if (!id) return
  // Noted first: an answer that is lost may have sent the money back all the same.
  journal.refundsAsked.add(id)
  const request = { params: { id }, body: { reason: 'Ordered twice' } }
  const refunded = await client.call(manageOrders.refund, request)
  if (refunded?.status === 200) journal.refunded.add(id)
}

async function ordersThatAre(statuses: readonly Order['status'][], client: Client) {
  const list = await client.call(manageOrders.all, { query: { limit: '100' } })
  return list?.status === 200 ? list.body.filter(({ status }) => statuses.includes(status)) : []
}

async function add({ client, journal }: Admin, { key, quantity }: AdminTask) {
  const body = {
    name: `Part ${key}`,
    price: 18.79,
    quantity,
    description: 'New in the catalogue',
    img: '/parts/door-rubber.svg',
  }
  const added = await client.call(products.add, { body }, { key })
  if (added?.status === 200) journal.productsAdded.add(added.body.insertedId)
}

async function archive({ client, journal, catalogue }: Admin, { product }: AdminTask) {
  const victim = catalogue.at(product)
  if (!victim || catalogue.count() < productsMin) return
  const removed = await client.call(products.remove, { params: { id: victim._id } })
  if (removed?.status === 200) journal.productsArchived.add(victim._id)
}
