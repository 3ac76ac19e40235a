import type { QueryClient } from '@tanstack/react-query'
import type { cart } from '#contract/cart.ts'
import { cartAddresses } from '#contract/cart/cart-addresses.ts'
import { type Combination, combineLines } from '#contract/cart/cart-lines.ts'
import { call, keyOf } from '#web/lib/api/api.ts'
import { newIdempotencyKey } from '#web/lib/api/idempotency-key.ts'
import { currentSession } from '#web/lib/session/session-store.ts'
import { announceAccountCartChange } from './announced-changes.ts'
import { type BrowserLine, changeBrowserCart, readBrowserCart } from './browser-cart.ts'
import { keysOfLine } from './keys-of-line.ts'
import { changeLimitedCart } from './limited-cart.ts'

const isSignedIn = () => currentSession().status === 'signed-in'

/** Joins lines with the cart: that of the account, or without one that of the browser. */
export async function joinCart(
  client: QueryClient,
  lines: readonly BrowserLine[],
  how: Combination,
  idempotencyKey = newIdempotencyKey(),
) {
  if (isSignedIn()) await joinAccountCart(client, lines, how, idempotencyKey)
  else changeLimitedCart((now) => combineLines(now, lines, how))
}

async function joinAccountCart(
  client: QueryClient,
  lines: readonly BrowserLine[],
  how: Combination,
  idempotencyKey: string,
) {
  const added = lines.map((line) => ({
    product: line.product,
    quantity: line.quantity,
    seenPrice: line.seenPrice,
    ...keysOfLine(line),
  }))
  const counted = await call<typeof cart.combine>(
    cartAddresses.combine,
    { body: { lines: added, how } },
    { idempotencyKey },
  )
  await showCount(client, counted)
  await refreshCart(client)
}

/** Reads the cart again. */
export const refreshCart = (client: QueryClient) => readAgain(client, cartAddresses.read)

/** Repeats a read of the cart. A first read that began before the change would answer what was true then. */
export async function readAgain(client: QueryClient, address: Parameters<typeof keyOf>[0]) {
  const reads = { queryKey: keyOf(address) }
  await client.cancelQueries(reads)
  await client.invalidateQueries(reads)
}

/** Shows the number of parts that the answer to a change has, in place of an earlier read, and announces the change. */
export async function showCount(client: QueryClient, counted: { count: number }) {
  announceAccountCartChange()
  const queryKey = [...keyOf(cartAddresses.count), {}]
  await client.cancelQueries({ queryKey })
  client.setQueryData(queryKey, counted)
}

let merging: Promise<void> | undefined

/**
 * Moves the cart of the browser into that of the account, the larger quantity of each part. Simultaneous callers share
 * one merge, and two tabs that merge the same cart change nothing twice.
 */
export function mergeBrowserCart(client: QueryClient): Promise<void> {
  merging ??= merge(client).finally(() => {
    merging = undefined
  })
  return merging
}

async function merge(client: QueryClient) {
  const lines = readBrowserCart()
  if (lines.length === 0 || !isSignedIn()) return
  await joinAccountCart(client, lines, 'larger', newIdempotencyKey())
  changeBrowserCart((now) => combineLines(now, lines, 'subtract'))
}
