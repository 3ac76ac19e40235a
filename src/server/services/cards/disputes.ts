import type Stripe from 'stripe'
import type { DisputeState } from '#contract/orders/orders.ts'

/** A dispute of the provider, reduced to the fields in use. */
export interface Dispute {
  id: string
  intentId: string | undefined
  state: DisputeState
  /** The provider's own word for the state. */
  status: string
  reason: string
  /** Disputed cents: the whole payment or a part of it. */
  amount: number
  openedAt: Date
  /** The time by which the provider needs the shop's answer. */
  dueBy: Date | undefined
}

/** The prefix of the webhook events about disputes. */
export const disputeEvents = 'charge.dispute.'

/** An appeal follows a lost dispute: the money stays withdrawn until it is won. */
const states: Readonly<Record<string, DisputeState>> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  warning_closed: 'won',
  needs_response: 'open',
  under_review: 'open',
  won: 'won',
  // Returned to the buyer as a refund before it became a dispute: the refund is handled as one.
  prevented: 'won',
  lost: 'lost',
  appeal_needs_response: 'lost',
  appeal_under_review: 'lost',
}

export function toDispute({ payment_intent, ...dispute }: Stripe.Dispute): Dispute {
  const intentId = typeof payment_intent === 'string' ? payment_intent : payment_intent?.id
  const dueBy = dispute.evidence_details?.due_by
  return {
    id: dispute.id,
    intentId,
    // A status of a later API version holds the order back until the shop knows it.
    state: states[dispute.status] ?? 'open',
    status: dispute.status,
    reason: dispute.reason,
    amount: dispute.amount,
    openedAt: new Date(dispute.created * 1000),
    dueBy: dueBy ? new Date(dueBy * 1000) : undefined,
  }
}
