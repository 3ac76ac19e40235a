import { useQueryClient } from '@tanstack/react-query'
import { Repeat } from 'lucide-react'
import type { ComponentProps } from 'react'
import type { Order } from '#contract/orders/orders.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { useNavigate } from '#web/lib/router/router-view.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { putInCart } from './put-in-cart.ts'

type Look = Pick<ComponentProps<typeof Button>, 'size' | 'variant' | 'aria-describedby'>

type OrderAgainProps = Look & {
  order: Order
}

/** Orders the same again: one part on its page, several in the cart. */
export function OrderAgain({ order, ...look }: OrderAgainProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { lines, product, quantity } = order

  async function fill() {
    const added = lines.map((line) => ({
      product: line.product,
      name: line.name,
      quantity: line.quantity,
      // The price of one unit, as the cart compares it.
      seenPrice: line.listPrice ?? line.unitPrice,
      number: line.orderedAs,
    }))
    const problem = await putInCart(client, added)
    if (problem === undefined) await navigate(pathTo.cart)
  }

  const text = 'Order again'
  return lines.length > 1 ? (
    <Button {...look} icon={Repeat} onClick={fill}>
      {text}
    </Button>
  ) : (
    <ButtonLink {...look} to={`${pathTo.order(product)}?quantity=${quantity}`} icon={Repeat}>
      {text}
    </ButtonLink>
  )
}
