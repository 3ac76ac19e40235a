import type { QueryClient } from '@tanstack/react-query'
import type { cart } from '#contract/cart/cart.ts'
import { cartPaths } from '#contract/cart/cart-paths.ts'
import { type Combination, combineLines } from '#contract/cart/cart-lines.ts'
import { call, keyOf } from '#web/lib/api/api.ts'
import { newIdempotencyKey } from '#web/lib/api/idempotency-key.ts'
import { readAgain } from '#web/lib/api/read-again.ts'
import { forgetAttempt, readAttempt, writeAttempt } from '#web/lib/forms/attempts.ts'
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
) {
  if (isSignedIn()) await addOnce(client, lines, how)
  else changeLimitedCart((now) => combineLines(now, lines, how))
}

/** The keys of additions that failed, maybe after the shop had made them. */
const failedKeys = new Map<string, string>()

/** Repeats a failed addition under its key, so that pressing again adds once. */
async function addOnce(client: QueryClient, lines: readonly BrowserLine[], how: Combination) {
  const addition = JSON.stringify([lines, how])
  const key = failedKeys.get(addition) ?? newIdempotencyKey()
  failedKeys.delete(addition)
  try {
    await joinAccountCart(client, lines, how, key)
  } catch (error) {
    failedKeys.set(addition, key)
    throw error
  }
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
    cartPaths.combine,
    { body: { lines: added, how } },
    { idempotencyKey },
  )
  await showCount(client, counted)
  await refreshCart(client)
}

/** Reads the cart again. */
export const refreshCart = (client: QueryClient) => readAgain(client, cartPaths.read)

/** Reads the number of parts again, and announces the change to other tabs. */
export function refreshCount(client: QueryClient) {
  announceAccountCartChange()
  return readAgain(client, cartPaths.count)
}

/** Shows the number of parts that the answer to a change has, in place of an earlier read, and announces the change. */
export async function showCount(client: QueryClient, counted: { count: number }) {
  announceAccountCartChange()
  const queryKey = [...keyOf(cartPaths.count), {}]
  await client.cancelQueries({ queryKey })
  client.setQueryData(queryKey, counted)
}

const mergeName = 'merge of carts'

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
  const key = mergeKey(lines)
  await joinAccountCart(client, lines, 'larger', key)
  changeBrowserCart((now) => combineLines(now, lines, 'subtract'))
  forgetAttempt(mergeName, { key })
}

/** After a lost answer the same lines merge under the same key: they may have been ordered since. */
function mergeKey(lines: readonly BrowserLine[]): string {
  const body = JSON.stringify(lines)
  const last = readAttempt(mergeName)
  const key = last?.body === body ? last.key : newIdempotencyKey()
  writeAttempt(mergeName, { key, body, shown: '', at: Date.now() })
  return key
}
