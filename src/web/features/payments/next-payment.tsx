import { useQuery } from '@tanstack/react-query'
import { CreditCard } from 'lucide-react'
import type { Order } from '#contract/orders/orders.ts'
import { heldOrdersMax } from '#contract/shared/limits.ts'
import { ownOrders } from '#contract/orders/own-orders.ts'
import { read } from '#web/lib/api/api.ts'
import { dollars, groupDigits } from '#contract/formats/formatting.ts'
import { useAccount } from '#web/lib/session/session.tsx'
import * as pathTo from '#web/lib/router/path-to.ts'
import { ButtonLink } from '#web/ui/button.tsx'

/**
 * The next unpaid order: the one placed after this one, wrapping around to the first, so that a
 * list is paid in order.
 */
export function useNextPayment({ _id, email }: Order) {
  const account = useAccount()
  const { data = [] } = useQuery({
    ...read(ownOrders.mine, {
      query: { email: account.email, tab: 'not-paid', page: 1, limit: heldOrdersMax },
    }),
    refetchOnMount: 'always',
    enabled: email === account.email,
  })
  const waiting = data.filter((order) => order._id !== _id).toReversed()
  const next = waiting.find((order) => order._id > _id) ?? waiting[0]
  return next && { next, count: waiting.length }
}

type NextPaymentProps = NonNullable<ReturnType<typeof useNextPayment>>

/** Link to the next payment: each order is paid on its own. */
export const NextPayment = ({ next, count }: NextPaymentProps) => (
  <>
    <p>
      {count === 1 ? '1 more unpaid order' : `${groupDigits(count)} more unpaid orders`}. Next:{' '}
      {next.lines.length > 1 ? next.name : `${groupDigits(next.quantity)} × ${next.name}`}.
    </p>
    <ButtonLink to={pathTo.payment(next._id)} variant="primary" icon={CreditCard}>
      Pay next order: {dollars(next.price)}
    </ButtonLink>
  </>
)
