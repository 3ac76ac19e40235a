import { manageOrders } from '#contract/orders/manage-orders.ts'
import type { Order } from '#contract/orders/orders.ts'
import { products } from '#contract/products/products.ts'
import type { Catalogue } from './catalogue.ts'
import type { Client } from '../../rig/client.ts'
import type { Journal } from './journal.ts'
import type { AdminTask } from './plan.ts'
import { changeLadder, changeList } from './prices.ts'

interface Admin {
  client: Client
  journal: Journal
  catalogue: Catalogue
  emails: readonly string[]
  list: { id?: string }
}

/** Products that remain in the catalogue, so that buyers can order. */
const productsMin = 5

/** Ships, undoes and refunds orders, adds and archives products, changes ladders and price lists, as planned. */
export async function administer(
  admin: Admin,
  tasks: readonly AdminTask[],
  until: (atMs: number) => Promise<void>,
) {
  for (const task of tasks) {
    await until(task.atMs)
    if (task.action === 'ship') await ship(admin)
    else if (task.action === 'undo') await shipAndUndo(admin)
    else if (task.action === 'refund') await refund(admin, task)
    else if (task.action === 'add') await add(admin, task)
    else if (task.action === 'ladder') await changeLadder(admin, task)
    else if (task.action === 'list') await changeList(admin, task)
    else await archive(admin, task)
  }
}

async function ship({ client, journal }: Admin) {
  const paid = await ordersWithStatus(['paid'], client)
  for (const { _id: id } of paid.slice(0, 3)) {
    // Before the call, because a lost response does not mean that it was not shipped.
    journal.undone.delete(id)
    const shipped = await client.call(manageOrders.ship, { params: { id } })
    if (shipped?.status === 200) journal.shipped.add(id)
  }
}

/** Undoes a shipment of its own, so that no other task ships the order meanwhile. */
async function shipAndUndo({ client, journal }: Admin) {
  const id = (await ordersWithStatus(['paid'], client)).at(-1)?._id
  if (!id) return
  // An undone order is paid again, so it may be shipped and undone again, and this undoing may fail.
  journal.undone.delete(id)
  const shipped = await client.call(manageOrders.ship, { params: { id } })
  if (shipped?.status !== 200) return
  const undone = await client.call(manageOrders.undoShipping, { params: { id } })
  if (undone?.status === 200) journal.undone.add(id)
  // Too late: the customer is written to.
  if (undone?.status === 409) journal.shipped.add(id)
}

/** Refunds an order that is paid or shipped. */
async function refund({ client, journal }: Admin, { product: share }: AdminTask) {
  const paid = await ordersWithStatus(['paid', 'shipped'], client)
  const id = paid[Math.floor(share * paid.length)]?._id
  if (!id) return
  // Recorded before the call, because a lost response does not mean that there was no refund.
  journal.refundsRequested.add(id)
  const request = { params: { id }, body: { reason: 'Ordered twice' } }
  const refunded = await client.call(manageOrders.refund, request)
  if (refunded?.status === 200) journal.refunded.add(id)
}

async function ordersWithStatus(statuses: readonly Order['status'][], client: Client) {
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
