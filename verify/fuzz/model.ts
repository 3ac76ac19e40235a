/** What the shop is supposed to be: small enough to be right at a glance. */
export interface Model {
  parts: { stock: number; isArchived: boolean }[]
  orders: ModelOrder[]
}

export interface ModelOrder {
  owner: number
  part: number
  quantity: number
  status: 'unpaid' | 'paid' | 'shipped'
  /** Whether its units are kept for it, or sold. */
  hasUnits: boolean
  isDeleted: boolean
}

export type Outcome =
  | 'ok'
  | 'not-found'
  | 'insufficient-stock'
  | 'price-changed'
  | 'order-paid'
  | 'already-paid'
  | 'payment-not-accepted'
  | 'not-paid'

export type Card = 'pays' | 'declines'

const isHidden = (order: ModelOrder, who: number) => order.isDeleted || order.owner !== who

function takeUnits(
  model: Model,
  { part, quantity }: Pick<ModelOrder, 'part' | 'quantity'>,
): boolean {
  const shelf = model.parts[part]
  if (!shelf || shelf.isArchived || shelf.stock < quantity) return false
  shelf.stock -= quantity
  return true
}

function returnUnits(model: Model, order: ModelOrder) {
  const shelf = model.parts[order.part]
  if (shelf && order.hasUnits) shelf.stock += order.quantity
  order.hasUnits = false
}

interface Wish {
  owner: number
  part: number
  quantity: number
  isPriceRight: boolean
}

export function place(model: Model, { isPriceRight, ...wish }: Wish): Outcome {
  if (model.parts[wish.part]?.isArchived) return 'not-found'
  if (!isPriceRight) return 'price-changed'
  if (!takeUnits(model, wish)) return 'insufficient-stock'
  model.orders.push({ ...wish, status: 'unpaid', hasUnits: true, isDeleted: false })
  return 'ok'
}

/** Opens the payment, which takes the units again if they were given back. */
export function open(model: Model, who: number, order: ModelOrder): Outcome {
  if (isHidden(order, who)) return 'not-found'
  if (order.status !== 'unpaid') return 'already-paid'
  if (order.hasUnits) return 'ok'
  if (!takeUnits(model, order)) return 'insufficient-stock'
  order.hasUnits = true
  return 'ok'
}

export function pay(order: ModelOrder, card: Card): Outcome {
  if (card === 'declines') return 'payment-not-accepted'
  order.status = 'paid'
  return 'ok'
}

export function remove(model: Model, who: number, order: ModelOrder): Outcome {
  if (isHidden(order, who)) return 'not-found'
  if (order.status !== 'unpaid') return 'order-paid'
  returnUnits(model, order)
  order.isDeleted = true
  return 'ok'
}

export function lapse(model: Model, order: ModelOrder) {
  if (order.status === 'unpaid') returnUnits(model, order)
}

export function ship(order: ModelOrder): Outcome {
  if (order.isDeleted) return 'not-found'
  if (order.status === 'unpaid') return 'not-paid'
  order.status = 'shipped'
  return 'ok'
}

export function archive({ parts }: Model, part: number): Outcome {
  const shelf = parts[part]
  if (!shelf || shelf.isArchived) return 'not-found'
  shelf.isArchived = true
  return 'ok'
}
