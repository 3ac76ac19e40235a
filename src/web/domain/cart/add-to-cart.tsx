import { useQueryClient } from '@tanstack/react-query'
import { ShoppingCart } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useHydrated } from '#web/lib/browser/hydrated.ts'
import { IconButton } from '#web/ui/button.tsx'
import type { PricedPart } from './put-smallest-in-cart.tsx'

type AddToCartProps = {
  part: PricedPart
  'aria-describedby': string
}

/** Adds the smallest order of a part to the cart, from a list. */
export function AddToCart({ part, ...rest }: AddToCartProps) {
  const client = useQueryClient()
  // A press before that would be lost.
  const isHydrated = useHydrated()
  const [refusal, setRefusal] = useState<ReactNode>()
  return (
    <>
      {refusal}
      <IconButton
        {...rest}
        className="add-to-cart"
        label="Add to cart"
        icon={ShoppingCart}
        disabled={!isHydrated}
        // Lazy: most visits add nothing.
        onClick={() =>
          void import('./put-smallest-in-cart.tsx').then(async (cart) =>
            setRefusal(await cart.putSmallestInCart(client, part)),
          )
        }
      />
    </>
  )
}
