import { useQueryClient } from '@tanstack/react-query'
import { ShoppingCart } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button, IconButton } from '#web/ui/button.tsx'
import { onFirstPress } from './first-press.ts'
import type { PricedPart } from './put-smallest-in-cart.tsx'

type AddToCartProps = {
  part: PricedPart
  /** On a card, or in a row of a table. */
  look: 'card' | 'short'
  'aria-describedby': string
}

/** Adds the smallest order of a part to the cart, from a list. */
export function AddToCart({ part, look, ...rest }: AddToCartProps) {
  const client = useQueryClient()
  const [refusal, setRefusal] = useState<ReactNode>()
  // Lazy: most visits add nothing.
  const add = onFirstPress(
    () =>
      void import('./put-smallest-in-cart.tsx').then(async (cart) =>
        setRefusal(await cart.putSmallestInCart(client, part)),
      ),
  )
  return (
    <>
      {refusal}
      {look === 'card' ? (
        <Button {...rest} variant="ink" size="small" icon={ShoppingCart} onClick={add}>
          Add to cart
        </Button>
      ) : (
        <IconButton
          {...rest}
          className="add-to-cart"
          label="Add to cart"
          icon={ShoppingCart}
          onClick={add}
        />
      )}
    </>
  )
}
