import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import type { cart } from '#contract/cart/cart.ts'
import { cartPaths } from '#contract/cart/cart-paths.ts'
import { read } from '#web/lib/api/api.ts'
import { useSession } from '#web/lib/session/session.tsx'
import { noBrowserCart, onBrowserCartChange, readBrowserCart } from './browser-cart.ts'

/** The number of parts in the cart, in the link of the header. After a sign-in it merges the carts, and follows other tabs. */
export function CartCount() {
  const { status } = useSession()
  const inBrowser = useSyncExternalStore(onBrowserCartChange, readBrowserCart, noBrowserCart)
  const isSignedIn = status === 'signed-in'
  const { data } = useQuery({
    ...read<typeof cart.count>(cartPaths.count, {}),
    enabled: isSignedIn,
  })
  const client = useQueryClient()
  useEffect(() => {
    if (!isSignedIn) return undefined
    const over = new AbortController()
    // Lazy: most visits do not sign in.
    void import('./follow-cart.ts').then((cart) => cart.followCart(client, over.signal))
    return () => over.abort()
  }, [isSignedIn, client])

  const count = isSignedIn ? data?.count : inBrowser.length
  if (!count) return null
  return (
    <span className="cart-link__count">
      {count}
      <span className="visually-hidden"> {count === 1 ? 'part' : 'parts'}</span>
    </span>
  )
}
