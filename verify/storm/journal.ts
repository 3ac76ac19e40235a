import { openRecord } from '../../rig/record.ts'
import type { RunRecord } from '../../rig/record.ts'

export interface Placed {
  orderId: string
  email: string
  key: string
  /** `car`: its name as the shop keeps it. */
  lines: { product: string; quantity: number; car: string | null }[]
  /** The total that the buyer agreed to. */
  totalCents: number
}

/** Every acknowledged write, stored outside the shop that is killed. */
export interface Journal extends RunRecord {
  /** By idempotency key. */
  placed: Map<string, Placed>
  /** By order id: the transaction acknowledged as its payment. */
  paid: Map<string, string>
  deleted: Set<string>
  shipped: Set<string>
  /** Shipments undone, and not shipped again. */
  undone: Set<string>
  /** By an admin, with or without a response. */
  refundsRequested: Set<string>
  refunded: Set<string>
  /** Payments whose disputes the bank decided against the shop, or tried to. */
  losing: Set<string>
  productsAdded: Set<string>
  productsArchived: Set<string>
  /** Number of idempotency keys per account. */
  keysSent: Map<string, number>
  /** Payments that other buyers try to report as their own. */
  transactions: { transactionId: string; email: string }[]
  /** The lines of carts whose state is known, by e-mail address. */
  carts: Map<string, Map<string, number>>
  refused: number
  placingMs: number[]
}

export const openJournal = (): Journal => ({
  ...openRecord(),
  placed: new Map(),
  paid: new Map(),
  deleted: new Set(),
  shipped: new Set(),
  undone: new Set(),
  refundsRequested: new Set(),
  refunded: new Set(),
  losing: new Set(),
  productsAdded: new Set(),
  productsArchived: new Set(),
  keysSent: new Map(),
  transactions: [],
  carts: new Map(),
  refused: 0,
  placingMs: [],
})

/** Records an acknowledged order; a key must always lead to the same order. */
export function recordPlaced({ placed, findings }: Journal, order: Placed) {
  const earlier = placed.get(order.key)
  if (earlier && earlier.orderId !== order.orderId) {
    const example = `key ${order.key} led to ${earlier.orderId} and ${order.orderId}`
    findings.push({ invariant: 'repeats', example })
  }
  placed.set(order.key, order)
}
