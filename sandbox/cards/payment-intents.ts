import type Stripe from 'stripe'
import { z } from 'zod'
import type { Database } from '../database.ts'
import { invalidRequest } from './errors.ts'
import { getObject, insertObject, newId, now } from './objects.ts'
import { boolean, commonParams, integer, list, metadata } from './params.ts'

export type PaymentIntent = Pick<
  Stripe.PaymentIntent,
  | 'id'
  | 'object'
  | 'amount'
  | 'amount_capturable'
  | 'amount_received'
  | 'automatic_payment_methods'
  | 'canceled_at'
  | 'cancellation_reason'
  | 'capture_method'
  | 'confirmation_method'
  | 'created'
  | 'currency'
  | 'customer'
  | 'description'
  | 'livemode'
  | 'metadata'
  | 'next_action'
  | 'payment_method_types'
  | 'processing'
  | 'receipt_email'
  | 'setup_future_usage'
  | 'shipping'
  | 'status'
> & {
  client_secret: string
  last_payment_error: object | null
  latest_charge: string | null
  payment_method: string | null
}

export const createIntentParams = z.strictObject({
  ...commonParams,
  amount: integer,
  currency: z
    .string()
    .regex(/^[A-Za-z]{3}$/)
    .transform((code) => code.toLowerCase()),
  metadata,
  automatic_payment_methods: z
    .strictObject({
      enabled: boolean,
      allow_redirects: z.enum(['always', 'never']).default('always'),
    })
    .nullable()
    .default(null),
  /** Named payment_method_types before API version endive. */
  allowed_payment_method_types: list.nullable().default(null),
  payment_method_types: list.default(['card']),
  description: z.string().nullable().default(null),
  receipt_email: z.string().nullable().default(null),
  /** Card payments accept the suffix only, and it must contain a letter. */
  statement_descriptor_suffix: z
    .string()
    .regex(/^(?=.*[A-Za-z])[^<>\\'"*]{1,22}$/)
    .nullable()
    .default(null),
})

const smallest = 50
const largest = 99_999_999

export function createIntent(
  db: Database,
  { amount, currency, ...params }: z.output<typeof createIntentParams>,
): PaymentIntent {
  const param = { param: 'amount' }
  if (amount < smallest) {
    throw invalidRequest('amount_too_small', 'Amount must be at least $0.50 usd', param)
  }
  if (amount > largest) {
    throw invalidRequest('amount_too_large', 'Amount must be no more than $999,999.99', param)
  }
  const id = newId('pi')
  return insertObject(db, {
    id,
    object: 'payment_intent',
    amount,
    amount_capturable: 0,
    amount_received: 0,
    automatic_payment_methods: params.automatic_payment_methods,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: newId(`${id}_secret`),
    confirmation_method: 'automatic',
    created: now(),
    currency,
    customer: null,
    description: params.description,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: params.metadata,
    next_action: null,
    payment_method: null,
    payment_method_types: params.allowed_payment_method_types ?? params.payment_method_types,
    processing: null,
    receipt_email: params.receipt_email,
    setup_future_usage: null,
    shipping: null,
    status: 'requires_payment_method',
  })
}

/** Reads an intent; a browser must send its client secret. */
export function findIntent(
  db: Database,
  id: string,
  access: 'secret' | 'publishable',
  clientSecret?: string,
): PaymentIntent {
  const intent = getObject<PaymentIntent>(db, 'payment_intent', id, 'intent')
  if (access === 'publishable' && clientSecret !== intent.client_secret) {
    throw invalidRequest(
      'payment_intent_invalid_parameter',
      'The client_secret provided does not match the client_secret associated with the PaymentIntent.',
      { param: 'client_secret' },
    )
  }
  return intent
}

/** The fields of an intent that browsers may read. */
export function publicIntent(intent: PaymentIntent) {
  const {
    metadata: _metadata,
    latest_charge: _charge,
    amount_received: _received,
    ...visible
  } = intent
  return visible
}

/** The error for a call that is invalid in the state of the intent. */
export function unexpectedState(intent: PaymentIntent, message: string) {
  return invalidRequest('payment_intent_unexpected_state', message, { payment_intent: intent })
}
