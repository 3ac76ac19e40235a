import { manageProducts } from '#contract/products/manage-products.ts'
import { priceLists } from '#contract/prices/price-lists.ts'
import type { Catalogue } from './catalogue.ts'
import type { Client } from '../../rig/client.ts'
import type { AdminTask } from './plan.ts'

interface PriceAdmin {
  client: Client
  catalogue: Catalogue
  /** The accounts that are put on lists and taken off them. */
  emails: readonly string[]
  /** The list of the storm, once it is added. */
  list: { id?: string }
}

/** Adds a ladder to a product, or removes it. */
export async function changeLadder(
  { client, catalogue }: PriceAdmin,
  { product: share, quantity }: AdminTask,
) {
  const id = catalogue.at(share)?._id
  const found = id && (await client.call(manageProducts.one, { params: { id } }))
  if (!found || found.status !== 200) return
  const { name, price, description, img, breaks } = found.body
  const seen = { name, price, description, img, ...(breaks && { breaks }) }
  const ladder = [
    { from: 12, price: inCents(price * 0.9) },
    { from: 20, price: inCents(price * (quantity % 2 === 0 ? 0.8 : 0.7)) },
  ]
  const body = { name, price, description, img, breaks: breaks ? [] : ladder, seen }
  await client.call(manageProducts.change, { params: { id: found.body._id }, body })
}

const inCents = (amount: number) => Math.round(amount * 100) / 100

/** Changes the list: its percentage, its own price of a product, or the accounts on it. */
export async function changeList(admin: PriceAdmin, { product: share, quantity, key }: AdminTask) {
  const { client, catalogue, emails, list } = admin
  const id = list.id ?? (await addList(admin, key))
  const email = emails[Math.floor(share * emails.length)]
  const product = catalogue.at(share)
  if (!id || !email || !product) return
  const params = { id, email }
  if (quantity % 4 === 0) {
    const body = { name: key, percentOff: quantity / 4 }
    await client.call(priceLists.change, { params: { id }, body })
  } else if (quantity % 4 === 1) {
    await client.call(priceLists.removeAccount, { params })
  } else {
    await client.call(priceLists.putAccount, { params })
    const prices = quantity % 4 === 2 ? [{ from: 15, price: inCents(product.price * 0.6) }] : []
    const body = { product: product._id, prices }
    await client.call(priceLists.setPrices, { params: { id }, body })
  }
}

async function addList({ client, list }: PriceAdmin, key: string) {
  const body = { name: key, percentOff: 12.5 }
  const added = await client.call(priceLists.add, { body }, { key })
  if (added?.status === 200) list.id = added.body.insertedId
  return list.id
}
