import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Stripe } from '@stripe/stripe-js'
import type { Order } from '#contract/orders/orders.ts'
import { payments } from '#contract/payments.ts'
import { shop } from '#contract/shop.ts'
import { touch } from '#web/domain/touched-reads.ts'
import { call, read } from '#web/lib/api/api.ts'
import { isProblem } from '#web/lib/http/problems.ts'
import { loadCards } from './stripe.ts'

export interface Payment {
  stripe: Stripe
  clientSecret: string
}

/** The order's open payment intent and the provider's client. */
export function usePayment(order: Order) {
  const client = useQueryClient()
  return useQuery({
    queryKey: ['payment', order._id],
    queryFn: () => openPayment(client, order),
    // An intent stays the same until it is cancelled. The card form opens it again before it charges the card.
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    structuralSharing: false,
  })
}

async function openPayment(client: QueryClient, order: Order): Promise<Payment> {
  const [stripe, { clientSecret }] = await Promise.all([
    client.ensureQueryData(read(shop.config, {})).then(({ cards }) => loadCards(cards)),
    openIntent(client, order),
  ])
  if (!stripe) throw new Error('There are no card payments outside a browser')
  return { stripe, clientSecret }
}

async function openIntent(client: QueryClient, { _id, price, heldUntil }: Order) {
  const isHeld = heldUntil !== null && Date.parse(heldUntil) > Date.now()
  try {
    const intent = await call(payments.createIntent, { body: { price, order: _id } })
    // Creating the intent may have reserved the units again: reload until when.
    if (!isHeld) void touch(client, 'order')
    return intent
  } catch (error) {
    // Paid, deleted or expired meanwhile: the page follows the reloaded order.
    if (isProblem(error, 'already-paid', 'not-found')) await touch(client, 'order')
    throw error
  }
}
