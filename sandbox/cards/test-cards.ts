import { createHash } from 'node:crypto'

export type Decline = { code: string; decline_code?: string; message: string }

/** The result of charging a card, or of a dispute right after it; a `Decline` is an error. */
export type Outcome =
  | 'succeeds'
  | 'is disputed'
  | 'causes an inquiry'
  | 'requires authentication'
  | 'processes'
  | Decline

export type TestCard = {
  number: string
  brand: string
  paymentMethod: string
  outcome: Outcome
}

/** Stripe's published test cards with their messages, and one of the sandbox. */
export const testCards: TestCard[] = [
  {
    number: '4242424242424242',
    brand: 'visa',
    paymentMethod: 'pm_card_visa',
    outcome: 'succeeds',
  },
  {
    number: '5555555555554444',
    brand: 'mastercard',
    paymentMethod: 'pm_card_mastercard',
    outcome: 'succeeds',
  },
  {
    number: '4000002760003184',
    brand: 'visa',
    paymentMethod: 'pm_card_authenticationRequired',
    outcome: 'requires authentication',
  },
  {
    // Stripe has no such test card, but real payments can be processing for days.
    number: '4000000000007007',
    brand: 'visa',
    paymentMethod: 'pm_card_processing',
    outcome: 'processes',
  },
  {
    number: '4000000000000259',
    brand: 'visa',
    paymentMethod: 'pm_card_createDispute',
    outcome: 'is disputed',
  },
  {
    number: '4000000000001976',
    brand: 'visa',
    paymentMethod: 'pm_card_createDisputeInquiry',
    outcome: 'causes an inquiry',
  },
  {
    number: '4000000000000002',
    brand: 'visa',
    paymentMethod: 'pm_card_visa_chargeDeclined',
    outcome: {
      code: 'card_declined',
      decline_code: 'generic_decline',
      message: 'Your card was declined.',
    },
  },
  {
    number: '4000000000009995',
    brand: 'visa',
    paymentMethod: 'pm_card_visa_chargeDeclinedInsufficientFunds',
    outcome: {
      code: 'card_declined',
      decline_code: 'insufficient_funds',
      message: 'Your card has insufficient funds.',
    },
  },
  {
    number: '4000000000000069',
    brand: 'visa',
    paymentMethod: 'pm_card_chargeDeclinedExpiredCard',
    outcome: { code: 'expired_card', message: 'Your card has expired.' },
  },
  {
    number: '4000000000000127',
    brand: 'visa',
    paymentMethod: 'pm_card_chargeDeclinedIncorrectCvc',
    outcome: { code: 'incorrect_cvc', message: "Your card's security code is incorrect." },
  },
]

/** Identifies a card without storing its number. */
export const fingerprint = (number: string) =>
  createHash('sha256').update(number).digest('base64url').slice(0, 16)

const outcomes = new Map(testCards.map((card) => [fingerprint(card.number), card.outcome]))

export const outcomeOf = (cardFingerprint: string): Outcome =>
  outcomes.get(cardFingerprint) ?? notATestCard

const notATestCard: Decline = {
  code: 'card_declined',
  decline_code: 'test_mode_live_card',
  message:
    'Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
}
