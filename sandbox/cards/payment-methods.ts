import type Stripe from 'stripe'
import { z } from 'zod'
import type { Database } from '../database.ts'
import { getObject, insertObject, newId, now } from './objects.ts'
import { commonParams, integer } from './params.ts'
import { fingerprint, testCards } from './test-cards.ts'

type Card = Pick<Stripe.PaymentMethod.Card, 'brand' | 'last4' | 'exp_month' | 'exp_year'> & {
  country: string
  funding: string
  fingerprint: string
}

export type PaymentMethod = Pick<
  Stripe.PaymentMethod,
  'id' | 'object' | 'billing_details' | 'created' | 'customer' | 'livemode' | 'metadata' | 'type'
> & { card: Card }

const text = z
  .string()
  .default('')
  .transform((value) => value || null)

const BillingDetails = z.strictObject({
  email: text,
  name: text,
  phone: text,
  tax_id: text,
  address: z
    .strictObject({
      city: text,
      country: text,
      line1: text,
      line2: text,
      postal_code: text,
      state: text,
    })
    .prefault({}),
})

/** A card as the card element sends it; number and code are not stored. */
export const PaymentMethodData = z.object({
  type: z.literal('card'),
  billing_details: BillingDetails.prefault({}),
  card: z.object({
    number: z.string().regex(/^\d{12,19}$/),
    exp_month: integer,
    exp_year: integer,
    cvc: z.string().regex(/^\d{3,4}$/),
  }),
})

export const createPaymentMethodParams = PaymentMethodData.extend(commonParams)

export function createPaymentMethod(
  db: Database,
  { card, billing_details }: z.output<typeof PaymentMethodData>,
): PaymentMethod {
  return insertObject(db, {
    id: newId('pm'),
    object: 'payment_method',
    billing_details,
    card: {
      brand: testCards.find(({ number }) => number === card.number)?.brand ?? 'unknown',
      country: 'US',
      exp_month: card.exp_month,
      exp_year: card.exp_year,
      fingerprint: fingerprint(card.number),
      funding: 'credit',
      last4: card.number.slice(-4),
    },
    created: now(),
    customer: null,
    livemode: false,
    metadata: {},
    type: 'card',
  })
}

/** Finds a payment method. Stripe's test methods, such as pm_card_visa, always exist. */
export function findPaymentMethod(db: Database, id: string): PaymentMethod {
  const named = testCards.find(({ paymentMethod }) => paymentMethod === id)
  if (!named) return getObject<PaymentMethod>(db, 'payment_method', id, 'payment_method')
  const nextYear = new Date().getFullYear() + 1
  return createPaymentMethod(db, {
    type: 'card',
    billing_details: BillingDetails.parse({}),
    card: { number: named.number, exp_month: 12, exp_year: nextYear, cvc: '123' },
  })
}
