import { openRecord } from '../../rig/record.ts'
import type { RunRecord } from '../../rig/record.ts'

export interface Placed {
  orderId: string
  email: string
  key: string
  productId: string
  quantity: number
  totalCents: number
}

/** What clients were promised: every answer of success, kept outside of the shop that is killed. */
export interface Journal extends RunRecord {
  /** By key. */
  placed: Map<string, Placed>
  /** By order: the transaction that was acknowledged as its payment. */
  paid: Map<string, string>
  deleted: Set<string>
  shipped: Set<string>
  /** By an admin; whether the answer came or not. */
  refundsAsked: Set<string>
  refunded: Set<string>
  productsAdded: Set<string>
  productsArchived: Set<string>
  /** How many keys each account sent orders under. */
  keysSent: Map<string, number>
  /** Payments that somebody made, for others to steal. */
  transactions: { transactionId: string; email: string }[]
  refused: number
  placingMs: number[]
}

export const openJournal = (): Journal => ({
  ...openRecord(),
  placed: new Map(),
  paid: new Map(),
  deleted: new Set(),
  shipped: new Set(),
  refundsAsked: new Set(),
  refunded: new Set(),
  productsAdded: new Set(),
  productsArchived: new Set(),
  keysSent: new Map(),
  transactions: [],
  refused: 0,
  placingMs: [],
})

/** Notes that an order was acknowledged; one key must lead to one order for ever. */
export function notePlaced({ placed, complaints }: Journal, order: Placed) {
  const earlier = placed.get(order.key)
  if (earlier && earlier.orderId !== order.orderId) {
    const example = `key ${order.key} was answered with ${earlier.orderId} and ${order.orderId}`
    complaints.push({ invariant: 'repeats', example })
  }
  placed.set(order.key, order)
}
