import { useQueryClient } from '@tanstack/react-query'
import { ShoppingCart } from 'lucide-react'
import { useHydrated } from '#web/lib/browser/hydrated.ts'
import { IconButton } from '#web/ui/button.tsx'
import type { PricedPart } from './put-in-cart.ts'

type AddToCartProps = {
  part: PricedPart
  'aria-describedby': string
}

/** Adds the smallest order of a part to the cart, from a list. */
export function AddToCart({ part, ...rest }: AddToCartProps) {
  const client = useQueryClient()
  // A press before that would be lost.
  const isHydrated = useHydrated()
  return (
    <IconButton
      {...rest}
      className="add-to-cart"
      label="Add to cart"
      icon={ShoppingCart}
      disabled={!isHydrated}
      // Lazy: most visits add nothing.
      onClick={() =>
        void import('./put-in-cart.ts').then((cart) => cart.putSmallestInCart(client, part))
      }
    />
  )
}
