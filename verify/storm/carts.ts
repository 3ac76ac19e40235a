import type { Pool } from 'pg'
import { cart } from '#contract/cart/cart.ts'
import type { Client } from '../../rig/client.ts'
import type { Violation } from '../../src/server/invariants/invariant.ts'
import { violations } from '../violations.ts'
import type { Journal } from './journal.ts'

interface CartOwner {
  email: string
  client: Client
  journal: Journal
}

interface Line {
  product: string
  quantity: number
}

/** Makes the lines of an order the buyer's whole cart. Returns whether the shop has acknowledged it. */
export async function fillCart(
  { client, email, journal }: CartOwner,
  lines: readonly Line[],
): Promise<boolean> {
  const before = [...(journal.carts.get(email)?.keys() ?? [])]
  journal.carts.delete(email)
  const left = before.filter((product) => lines.every((line) => line.product !== product))
  const changed = [...left.map((product) => ({ product, quantity: 0 as const })), ...lines]
  const body = { lines: changed.map((line) => ({ ...line, seenPrice: 1 })) }
  const response = await client.call(cart.change, { body })
  if (response?.status !== 200) return false
  journal.carts.set(email, new Map(lines.map(({ product, quantity }) => [product, quantity])))
  return true
}

/** Notes what an order of the whole cart leaves in it: nothing, or all if it was refused; an unknown outcome is not compared. */
export function noteCart({ email, journal }: CartOwner, statuses: readonly (number | undefined)[]) {
  if (statuses.includes(200)) journal.carts.set(email, new Map())
  else if (statuses.includes(undefined)) journal.carts.delete(email)
}

/** Compares the carts whose state is known with the database. */
export async function checkCarts(pool: Pool, { carts }: Journal): Promise<Violation[]> {
  const { rows } = await pool.query<Line & { email: string }>(
    `select email, product_id as product, cart_lines.quantity
     from cart_lines join users on users.id = user_id order by product_id`,
  )
  const stored = Map.groupBy(rows, ({ email }) => email)
  const differing = [...carts].flatMap(([email, expected]) => {
    const text = textOf((stored.get(email) ?? []).map((line) => [line.product, line.quantity]))
    return text === textOf([...expected]) ? [] : [`${email}: ${text}`]
  })
  return violations('I8 carts', 'the lines of a cart leave it with their order, or stay', differing)
}

const textOf = (lines: readonly (readonly [string, number])[]) =>
  lines
    .map(([product, quantity]) => `${product} ${quantity}`)
    .toSorted((one, other) => one.localeCompare(other))
    .join(', ')
