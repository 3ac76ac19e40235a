import { z } from 'zod'
import type { Database } from '../database.ts'
import { insertCharge } from './charges.ts'
import { openDispute } from './disputes.ts'
import { ApiError } from './errors.ts'
import { getObject, now, updateObject } from './objects.ts'
import { boolean, commonParams } from './params.ts'
import { unexpectedState } from './payment-intents.ts'
import type { PaymentIntent } from './payment-intents.ts'
import { createPaymentMethod, findPaymentMethod, PaymentMethodData } from './payment-methods.ts'
import type { PaymentMethod } from './payment-methods.ts'
import { outcomeOf } from './test-cards.ts'
import type { Decline } from './test-cards.ts'
import type { Emit } from './webhooks.ts'

export const confirmParams = z.strictObject({
  ...commonParams,
  payment_method: z.string().optional(),
  payment_method_data: PaymentMethodData.optional(),
  return_url: z.string().optional(),
  use_stripe_sdk: boolean.optional(),
})

/** Charges a card. */
export function confirmIntent(
  db: Database,
  emit: Emit,
  intent: PaymentIntent,
  { payment_method, payment_method_data }: z.output<typeof confirmParams>,
): PaymentIntent {
  if (intent.status === 'succeeded') {
    throw unexpectedState(
      intent,
      'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.',
    )
  }
  if (intent.status === 'canceled') {
    throw unexpectedState(
      intent,
      'You cannot confirm this PaymentIntent because it has a status of canceled. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.',
    )
  }
  if (intent.status === 'processing') {
    throw unexpectedState(
      intent,
      'You cannot confirm this PaymentIntent because it is already being processed.',
    )
  }
  if (!payment_method && !payment_method_data) {
    throw unexpectedState(
      intent,
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
    )
  }
  const method = payment_method_data
    ? createPaymentMethod(db, payment_method_data)
    : findPaymentMethod(db, payment_method ?? '')

  const outcome = outcomeOf(method.card.fingerprint)
  if (outcome === 'succeeds' || outcome === 'is disputed' || outcome === 'causes an inquiry') {
    return succeed(db, emit, intent, method)
  }
  if (outcome === 'requires authentication') return requireAuthentication(db, intent, method)
  if (outcome === 'processes') return startProcessing(db, emit, intent, method)
  return decline(db, emit, intent, method, outcome)
}

export const authenticateParams = z.strictObject({
  ...commonParams,
  outcome: z.enum(['complete', 'fail']),
})

/** The payment method of an intent. Throws unless the intent has this status. */
function methodOf(db: Database, intent: PaymentIntent, status: PaymentIntent['status']) {
  if (intent.status !== status || !intent.payment_method) {
    throw unexpectedState(intent, `This PaymentIntent has a status of ${intent.status}.`)
  }
  return getObject<PaymentMethod>(db, 'payment_method', intent.payment_method)
}

/** Ends a 3-D Secure challenge. */
export function authenticateIntent(
  db: Database,
  emit: Emit,
  intent: PaymentIntent,
  { outcome }: z.output<typeof authenticateParams>,
): PaymentIntent {
  const method = methodOf(db, intent, 'requires_action')
  if (outcome === 'complete') return succeed(db, emit, intent, method)
  return failAttempt(db, emit, intent, {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    message:
      'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.',
    payment_method: method,
  })
}

/** Ends a processing payment. */
export function finishIntent(
  db: Database,
  emit: Emit,
  intent: PaymentIntent,
  { outcome }: z.output<typeof authenticateParams>,
): PaymentIntent {
  const method = methodOf(db, intent, 'processing')
  if (outcome === 'complete') return succeed(db, emit, intent, method)
  return failAttempt(db, emit, intent, {
    type: 'card_error',
    code: 'card_declined',
    message: 'Your card was declined.',
    payment_method: method,
  })
}

export const cancelParams = z.strictObject({
  ...commonParams,
  cancellation_reason: z
    .enum(['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned'])
    .nullable()
    .default(null),
})

export function cancelIntent(
  db: Database,
  emit: Emit,
  intent: PaymentIntent,
  { cancellation_reason }: z.output<typeof cancelParams>,
): PaymentIntent {
  if (intent.status === 'processing') {
    throw unexpectedState(
      intent,
      'You cannot cancel this PaymentIntent because it is already being processed.',
    )
  }
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    throw unexpectedState(
      intent,
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action, processing.`,
    )
  }
  const canceled = updateObject(db, {
    ...intent,
    canceled_at: now(),
    cancellation_reason,
    next_action: null,
    status: 'canceled' as const,
  })
  emit('payment_intent.canceled', canceled)
  return canceled
}

function succeed(db: Database, emit: Emit, intent: PaymentIntent, method: PaymentMethod) {
  const charge = insertCharge(db, intent, method)
  const paid = updateObject(db, {
    ...intent,
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: method.id,
    status: 'succeeded' as const,
  })
  emit('payment_intent.succeeded', paid)
  const outcome = outcomeOf(method.card.fingerprint)
  if (outcome === 'is disputed') openDispute(db, emit, charge)
  if (outcome === 'causes an inquiry') openDispute(db, emit, charge, { inquiry: true })
  return paid
}

function requireAuthentication(db: Database, intent: PaymentIntent, method: PaymentMethod) {
  return updateObject(db, {
    ...intent,
    last_payment_error: null,
    next_action: {
      type: 'use_stripe_sdk' as const,
      use_stripe_sdk: { type: 'stripe_3ds2_fingerprint' },
    },
    payment_method: method.id,
    status: 'requires_action' as const,
  })
}

function startProcessing(db: Database, emit: Emit, intent: PaymentIntent, method: PaymentMethod) {
  const waiting = updateObject(db, {
    ...intent,
    last_payment_error: null,
    next_action: null,
    payment_method: method.id,
    status: 'processing' as const,
  })
  emit('payment_intent.processing', waiting)
  return waiting
}

function decline(
  db: Database,
  emit: Emit,
  intent: PaymentIntent,
  method: PaymentMethod,
  reason: Decline,
): never {
  const charge = insertCharge(db, intent, method, reason)
  const error = {
    type: 'card_error' as const,
    ...reason,
    charge: charge.id,
    payment_method: method,
  }
  const refused = failAttempt(db, emit, { ...intent, latest_charge: charge.id }, error)
  throw new ApiError(402, { ...error, payment_intent: refused })
}

/** Records the failure and makes the intent payable again. */
function failAttempt(
  db: Database,
  emit: Emit,
  intent: PaymentIntent,
  error: object,
): PaymentIntent {
  const refused = updateObject(db, {
    ...intent,
    last_payment_error: error,
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method' as const,
  })
  emit('payment_intent.payment_failed', refused)
  return refused
}
