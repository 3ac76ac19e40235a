import type Stripe from 'stripe'
import { z } from 'zod'
import type { Database } from '../database.ts'
import type { Charge } from './charges.ts'
import { closeInquiries, isChargedBack } from './disputes.ts'
import { invalidRequest } from './errors.ts'
import { getObject, insertObject, newId, now, updateObject } from './objects.ts'
import { commonParams, integer, metadata } from './params.ts'
import type { PaymentIntent } from './payment-intents.ts'
import type { Emit } from './webhooks.ts'

export type Refund = Pick<
  Stripe.Refund,
  'id' | 'object' | 'amount' | 'created' | 'currency' | 'metadata' | 'reason' | 'receipt_number'
> & { charge: string; payment_intent: string; status: 'succeeded' }

export const refundParams = z.strictObject({
  ...commonParams,
  payment_intent: z.string().optional(),
  charge: z.string().optional(),
  amount: integer.optional(),
  metadata,
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).nullable().default(null),
})

/** Refunds a paid charge: an amount, or the rest of it. */
export function createRefund(
  db: Database,
  emit: Emit,
  { amount, metadata, reason, ...params }: z.output<typeof refundParams>,
): Refund {
  const charge = chargeToRefund(db, params)
  if (isChargedBack(db, charge)) {
    const message = `Charge ${charge.id} has been charged back; cannot issue a refund.`
    throw invalidRequest('charge_disputed', message, { charge: charge.id })
  }
  const left = charge.amount - charge.amount_refunded
  if (left === 0) {
    const message = `Charge ${charge.id} has already been refunded.`
    throw invalidRequest('charge_already_refunded', message, { charge: charge.id })
  }
  const returned = amount ?? left
  if (returned > left) {
    const message = `Refund amount (${dollars(returned)}) is greater than unrefunded amount on charge (${dollars(left)})`
    throw invalidRequest('amount_too_large', message, { param: 'amount' })
  }
  const refund = insertObject<Refund>(db, {
    id: newId('re'),
    object: 'refund',
    amount: returned,
    charge: charge.id,
    created: now(),
    currency: charge.currency,
    metadata,
    payment_intent: charge.payment_intent,
    reason,
    receipt_number: null,
    status: 'succeeded',
  })
  const refunded = updateObject(db, {
    ...charge,
    amount_refunded: charge.amount_refunded + returned,
    refunded: returned === left,
  })
  emit('charge.refunded', refunded)
  if (refunded.refunded) closeInquiries(db, emit, refunded)
  return refund
}

function chargeToRefund(
  db: Database,
  { payment_intent, charge }: { payment_intent?: string | undefined; charge?: string | undefined },
): Charge {
  if (charge) return getObject<Charge>(db, 'charge', charge, 'charge')
  if (!payment_intent) {
    const message =
      'One of the following params should be provided for this request: payment_intent or charge.'
    throw invalidRequest('parameter_missing', message)
  }
  const intent = getObject<PaymentIntent>(db, 'payment_intent', payment_intent, 'payment_intent')
  if (intent.status !== 'succeeded' || !intent.latest_charge) {
    const message = `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`
    throw invalidRequest(undefined, message)
  }
  return getObject<Charge>(db, 'charge', intent.latest_charge)
}

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`
