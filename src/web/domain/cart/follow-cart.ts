import type { QueryClient } from '@tanstack/react-query'
import { cartPaths } from '#contract/cart/cart-paths.ts'
import { readAgain } from '#web/lib/api/read-again.ts'
import { onAccountCartChange } from './announced-changes.ts'
import { mergeBrowserCart } from './join-cart.ts'

/** Merges the cart of the browser into that of the account, and reads it again when another tab has changed it. */
export function followCart(client: QueryClient, signal: AbortSignal) {
  if (signal.aborted) return
  onAccountCartChange(signal, () => {
    for (const path of [cartPaths.count, cartPaths.read]) void readAgain(client, path)
  })
  // Ignored: the page of the cart shows a failure, and the next page tries again.
  mergeBrowserCart(client).catch(() => {})
}
