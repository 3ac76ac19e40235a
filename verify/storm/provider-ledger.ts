import Stripe from 'stripe'
import { secretKey } from '../../sandbox/keys.ts'
import type { Violation } from '../../src/server/invariants/invariant.ts'
import { violations } from '../violations.ts'

/** All payment intents and refunds at the card provider. */
interface ProviderLedger {
  intents: Stripe.PaymentIntent[]
  refunds: Stripe.Refund[]
}

export async function readProviderLedger(provider: string): Promise<ProviderLedger> {
  const { hostname, port } = new URL(provider)
  const stripe = new Stripe(secretKey, {
    host: hostname,
    port: Number(port),
    protocol: 'http',
    telemetry: false,
  })
  const [intents, refunds] = await Promise.all([
    stripe.paymentIntents.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 }),
    stripe.refunds.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 }),
  ])
  return { intents, refunds }
}

/** Checks the provider's records alone, after all open work is completed. */
export function checkProviderLedger({ intents, refunds }: ProviderLedger): Violation[] {
  const refundsByIntent = Map.groupBy(refunds, (refund) => refund.payment_intent as string)
  const invalid = intents.filter(({ id, amount }) => {
    const ofIntent = refundsByIntent.get(id)
    return ofIntent && (ofIntent.length > 1 || ofIntent[0]?.amount !== amount)
  })
  const open = intents.filter(({ status }) => status !== 'succeeded' && status !== 'canceled')
  return [
    ...violations('I13', 'a payment is refunded once and in full', idsOf(invalid)),
    ...violations('I4', 'no payment intent stays open', idsOf(open)),
  ]
}

const idsOf = (list: { id: string }[]) => list.map(({ id }) => id)
