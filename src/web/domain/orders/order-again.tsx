import type { ComponentProps } from 'react'
import type { Order } from '#contract/orders.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { fillQuickOrder } from './quick-draft.ts'

type OrderAgainProps = { order: Order } & Omit<ComponentProps<typeof ButtonLink>, 'to' | 'onClick'>

/** Orders the parts of an order again: one part on its page, several in the table of the quick order. */
export function OrderAgain({ order: { lines, product, quantity }, ...look }: OrderAgainProps) {
  const target =
    lines.length === 1
      ? { to: `/order/${product}?quantity=${quantity}` }
      : { to: '/quick-order', onClick: () => fillQuickOrder(lines) }
  return (
    <ButtonLink {...look} {...target}>
      Order again
    </ButtonLink>
  )
}
