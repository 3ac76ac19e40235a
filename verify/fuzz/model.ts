/** A minimal specification of stock and orders. */
export interface Model {
  parts: { stock: number; isArchived: boolean }[]
  orders: ModelOrder[]
}

export interface ModelOrder {
  owner: number
  part: number
  quantity: number
  status: 'unpaid' | 'paid' | 'shipped'
  /** Whether its units are reserved or sold. */
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

const isHidden = (order: ModelOrder, caller: number) => order.isDeleted || order.owner !== caller

function takeUnits(
  model: Model,
  { part, quantity }: Pick<ModelOrder, 'part' | 'quantity'>,
): boolean {
  const product = model.parts[part]
  if (!product || product.isArchived || product.stock < quantity) return false
  product.stock -= quantity
  return true
}

function returnUnits(model: Model, order: ModelOrder) {
  const product = model.parts[order.part]
  if (product && order.hasUnits) product.stock += order.quantity
  order.hasUnits = false
}

interface Request {
  owner: number
  part: number
  quantity: number
  isPriceRight: boolean
}

export function place(model: Model, { isPriceRight, ...request }: Request): Outcome {
  if (model.parts[request.part]?.isArchived) return 'not-found'
  if (!isPriceRight) return 'price-changed'
  if (!takeUnits(model, request)) return 'insufficient-stock'
  model.orders.push({ ...request, status: 'unpaid', hasUnits: true, isDeleted: false })
  return 'ok'
}

/** Opens the payment and, after an expiry, reserves the units again. */
export function open(model: Model, caller: number, order: ModelOrder): Outcome {
  if (isHidden(order, caller)) return 'not-found'
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

export function remove(model: Model, caller: number, order: ModelOrder): Outcome {
  if (isHidden(order, caller)) return 'not-found'
  if (order.status !== 'unpaid') return 'order-paid'
  returnUnits(model, order)
  order.isDeleted = true
  return 'ok'
}

export function expire(model: Model, order: ModelOrder) {
  if (order.status === 'unpaid') returnUnits(model, order)
}

export function ship(order: ModelOrder): Outcome {
  if (order.isDeleted) return 'not-found'
  if (order.status === 'unpaid') return 'not-paid'
  order.status = 'shipped'
  return 'ok'
}

export function undoShipping(order: ModelOrder): Outcome {
  if (order.isDeleted) return 'not-found'
  if (order.status === 'shipped') order.status = 'paid'
  return 'ok'
}

export function archive({ parts }: Model, part: number): Outcome {
  const product = parts[part]
  if (!product || product.isArchived) return 'not-found'
  product.isArchived = true
  return 'ok'
}
