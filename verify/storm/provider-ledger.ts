import Stripe from 'stripe'
import { secretKey } from '../../sandbox/keys.ts'
import type { Violation } from '../../src/server/invariants/invariant.ts'
import { violations } from './violations.ts'

/** Everything that the card provider knows of our money. */
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

/** What the card provider's books alone tell once everything has come to rest. */
export function checkProviderLedger({ intents, refunds }: ProviderLedger): Violation[] {
  const returned = Map.groupBy(refunds, (refund) => refund.payment_intent as string)
  const halves = intents.filter(({ id, amount }) => {
    const back = returned.get(id)
    return back && (back.length > 1 || back[0]?.amount !== amount)
  })
  const open = intents.filter(({ status }) => status !== 'succeeded' && status !== 'canceled')
  return [
    ...violations('I13', 'Money goes back once, and all of it', idsOf(halves)),
    ...violations('I4', 'Nothing stays payable that is not for sale', idsOf(open)),
  ]
}

const idsOf = (list: { id: string }[]) => list.map(({ id }) => id)
