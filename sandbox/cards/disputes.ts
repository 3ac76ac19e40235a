import type Stripe from 'stripe'
import { z } from 'zod'
import type { Database } from '../database.ts'
import type { Charge } from './charges.ts'
import { invalidRequest } from './errors.ts'
import {
  getObject,
  insertObject,
  listObjects,
  listParams,
  newId,
  now,
  updateObject,
} from './objects.ts'
import { boolean, commonParams, integer } from './params.ts'
import type { PaymentIntent } from './payment-intents.ts'
import type { Emit } from './webhooks.ts'

export type Dispute = Pick<
  Stripe.Dispute,
  | 'id'
  | 'object'
  | 'amount'
  | 'created'
  | 'currency'
  | 'is_charge_refundable'
  | 'livemode'
  | 'metadata'
  | 'reason'
> & {
  charge: string
  payment_intent: string
  status:
    | 'warning_needs_response'
    | 'warning_under_review'
    | 'warning_closed'
    | 'needs_response'
    | 'under_review'
    | 'won'
    | 'lost'
  evidence: { uncategorized_text: string | null }
  evidence_details: {
    due_by: number
    has_evidence: boolean
    past_due: boolean
    submission_count: number
  }
}

const answerSeconds = 7 * 24 * 60 * 60

interface NewDispute {
  /** The bank only asks: no money is withdrawn. */
  inquiry?: boolean | undefined
  /** In cents; by default the whole charge. */
  amount?: number | undefined
}

/** The card's owner disputes a charge at the bank. */
export function openDispute(
  db: Database,
  emit: Emit,
  charge: Charge,
  { inquiry = false, amount = charge.amount }: NewDispute = {},
): Dispute {
  if (!inquiry) updateObject(db, { ...charge, disputed: true })
  const dispute = insertObject<Dispute>(db, {
    id: newId('dp'),
    object: 'dispute',
    amount,
    charge: charge.id,
    created: now(),
    currency: charge.currency,
    evidence: { uncategorized_text: null },
    evidence_details: {
      due_by: now() + answerSeconds,
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    is_charge_refundable: inquiry,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: inquiry ? 'warning_needs_response' : 'needs_response',
  })
  emit('charge.dispute.created', dispute)
  if (!inquiry) emit('charge.dispute.funds_withdrawn', dispute)
  return dispute
}

export const disputeParams = z.strictObject({
  ...commonParams,
  inquiry: boolean.optional(),
  amount: integer.optional(),
})

/** Opens a dispute of a payment at any time after it: no call of Stripe's, since there the bank opens it. */
export function disputeIntent(
  db: Database,
  emit: Emit,
  intent: PaymentIntent,
  { inquiry, amount }: z.output<typeof disputeParams>,
): Dispute {
  if (!intent.latest_charge) {
    const message = `This PaymentIntent (${intent.id}) does not have a successful charge to dispute.`
    throw invalidRequest(undefined, message)
  }
  const charge = getObject<Charge>(db, 'charge', intent.latest_charge)
  return openDispute(db, emit, charge, { inquiry, amount })
}

export const evidenceParams = z.strictObject({
  ...commonParams,
  evidence: z.strictObject({ uncategorized_text: z.string().optional() }).default({}),
  submit: boolean.default(true),
})

/** Submits evidence. Stripe's texts for tests decide the dispute at once; any other text waits for the bank. */
export function submitEvidence(
  db: Database,
  emit: Emit,
  dispute: Dispute,
  { evidence }: z.output<typeof evidenceParams>,
): Dispute {
  const uncategorized_text = evidence.uncategorized_text ?? null
  const answered: Dispute = {
    ...dispute,
    evidence: { uncategorized_text },
    evidence_details: {
      ...dispute.evidence_details,
      has_evidence: true,
      submission_count: dispute.evidence_details.submission_count + 1,
    },
  }
  if (uncategorized_text === 'winning_evidence') return win(db, emit, answered)
  if (isClosed(dispute)) {
    throw invalidRequest('dispute_closed', 'This dispute is already closed.')
  }
  if (uncategorized_text === 'losing_evidence') return lose(db, emit, answered)
  if (uncategorized_text === 'escalate_inquiry_evidence') return escalate(db, emit, answered)
  const status = isInquiry(dispute) ? 'warning_under_review' : 'under_review'
  return change(db, emit, { ...answered, status }, 'charge.dispute.updated')
}

/** The shop accepts the dispute: it is lost. */
export const acceptDispute = (db: Database, emit: Emit, dispute: Dispute): Dispute =>
  isClosed(dispute) ? dispute : lose(db, emit, dispute)

/** A dispute that was lost can be won later, by an appeal. */
function win(db: Database, emit: Emit, dispute: Dispute): Dispute {
  if (isInquiry(dispute)) return closeInquiry(db, emit, dispute)
  const won = change(
    db,
    emit,
    { ...dispute, status: 'won', is_charge_refundable: true },
    'charge.dispute.closed',
  )
  emit('charge.dispute.funds_reinstated', won)
  return won
}

const lose = (db: Database, emit: Emit, dispute: Dispute): Dispute =>
  isInquiry(dispute)
    ? closeInquiry(db, emit, dispute)
    : change(db, emit, { ...dispute, status: 'lost' }, 'charge.dispute.closed')

function escalate(db: Database, emit: Emit, dispute: Dispute): Dispute {
  const escalated = change(
    db,
    emit,
    { ...dispute, status: 'needs_response', is_charge_refundable: false },
    'charge.dispute.updated',
  )
  emit('charge.dispute.funds_withdrawn', escalated)
  updateObject(db, { ...getObject<Charge>(db, 'charge', dispute.charge), disputed: true })
  return escalated
}

const closeInquiry = (db: Database, emit: Emit, dispute: Dispute): Dispute =>
  change(db, emit, { ...dispute, status: 'warning_closed' }, 'charge.dispute.closed')

function change(
  db: Database,
  emit: Emit,
  dispute: Dispute,
  event: 'charge.dispute.updated' | 'charge.dispute.closed',
): Dispute {
  const changed = updateObject(db, dispute)
  emit(event, changed)
  return changed
}

const isInquiry = ({ status }: Dispute) => status.startsWith('warning_')

const isClosed = ({ status }: Dispute) => ['won', 'lost', 'warning_closed'].includes(status)

const disputesOf = (db: Database, { payment_intent }: Pick<Charge, 'payment_intent'>) =>
  listObjects(db, 'dispute', { ...z.object(listParams).parse({ limit: '100' }), payment_intent })
    .data as Dispute[]

/** Whether a dispute withdrew the money, so that a refund would pay the card's owner twice. */
export const isChargedBack = (db: Database, charge: Charge): boolean =>
  disputesOf(db, charge).some(({ status }) =>
    ['needs_response', 'under_review', 'lost'].includes(status),
  )

/** A full refund ends an inquiry. */
export function closeInquiries(db: Database, emit: Emit, charge: Charge) {
  for (const dispute of disputesOf(db, charge)) {
    if (isInquiry(dispute) && !isClosed(dispute)) closeInquiry(db, emit, dispute)
  }
}
