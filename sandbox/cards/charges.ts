import type Stripe from 'stripe'
import type { Database } from '../database.ts'
import { insertObject, newId, now } from './objects.ts'
import type { PaymentIntent } from './payment-intents.ts'
import type { PaymentMethod } from './payment-methods.ts'
import type { Decline } from './test-cards.ts'

export type Charge = Pick<
  Stripe.Charge,
  | 'id'
  | 'object'
  | 'amount'
  | 'amount_captured'
  | 'amount_refunded'
  | 'billing_details'
  | 'captured'
  | 'created'
  | 'currency'
  | 'customer'
  | 'description'
  | 'disputed'
  | 'failure_code'
  | 'failure_message'
  | 'livemode'
  | 'metadata'
  | 'paid'
  | 'payment_method'
  | 'receipt_email'
  | 'receipt_number'
  | 'receipt_url'
  | 'refunded'
  | 'status'
> & {
  outcome: Pick<Stripe.Charge.Outcome, 'network_status' | 'reason' | 'seller_message' | 'type'>
  payment_intent: string
  payment_method_details: { type: 'card'; card: Omit<PaymentMethod['card'], 'fingerprint'> }
}

/** Records an attempt to charge a card: paid, or declined for a reason. */
export function insertCharge(
  db: Database,
  intent: PaymentIntent,
  method: PaymentMethod,
  decline?: Decline,
): Charge {
  const { fingerprint: _, ...card } = method.card
  return insertObject(db, {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: decline ? 0 : intent.amount,
    amount_refunded: 0,
    billing_details: method.billing_details,
    captured: !decline,
    created: now(),
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    livemode: false,
    metadata: intent.metadata,
    outcome: decline
      ? {
          network_status: 'declined_by_network',
          reason: decline.decline_code ?? decline.code,
          seller_message: 'The bank did not return any further details with this decline.',
          type: 'issuer_declined',
        }
      : {
          network_status: 'approved_by_network',
          reason: null,
          seller_message: 'Payment complete.',
          type: 'authorized',
        },
    paid: !decline,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { type: 'card', card },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    status: decline ? 'failed' : 'succeeded',
  })
}
