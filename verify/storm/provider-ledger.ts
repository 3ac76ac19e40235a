import type Stripe from 'stripe'
import type { Violation } from '../../src/server/invariants/invariant.ts'
import { violations } from '../violations.ts'
import { openProvider } from './bank.ts'

/** All payment intents, refunds and disputes at the card provider. */
interface ProviderLedger {
  intents: Stripe.PaymentIntent[]
  refunds: Stripe.Refund[]
  disputes: Stripe.Dispute[]
}

export async function readProviderLedger(provider: string): Promise<ProviderLedger> {
  const stripe = openProvider(provider)
  const [intents, refunds, disputes] = await Promise.all([
    stripe.paymentIntents.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 }),
    stripe.refunds.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 }),
    stripe.disputes.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 }),
  ])
  return { intents, refunds, disputes }
}

/** Checks the provider's records alone, after all open work is completed. */
export function checkProviderLedger({ intents, refunds, disputes }: ProviderLedger): Violation[] {
  const refundsByIntent = Map.groupBy(refunds, (refund) => refund.payment_intent as string)
  const invalid = intents.filter(({ id, amount }) => {
    const ofIntent = refundsByIntent.get(id)
    return ofIntent && (ofIntent.length > 1 || ofIntent[0]?.amount !== amount)
  })
  const lostAt = new Map(
    disputes
      .filter(({ status }) => status === 'lost')
      .map(({ payment_intent, created }) => [payment_intent, created]),
  )
  // A bank may dispute what was refunded before; the provider keeps its times in seconds.
  const returnedTwice = intents.filter(({ id }) =>
    refundsByIntent.get(id)?.some(({ created }) => created > (lostAt.get(id) ?? Infinity)),
  )
  const open = intents.filter(({ status }) => status !== 'succeeded' && status !== 'canceled')
  return [
    ...violations('I13', 'a payment is refunded once and in full', idsOf(invalid)),
    ...violations(
      'I13',
      'a payment that is charged back is not refunded afterwards',
      idsOf(returnedTwice),
    ),
    ...violations('I4', 'no payment intent stays open', idsOf(open)),
  ]
}

const idsOf = (list: { id: string }[]) => list.map(({ id }) => id)
