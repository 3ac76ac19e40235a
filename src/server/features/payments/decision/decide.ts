import { orderStatuses } from '#contract/orders/orders.ts'
import type { DisputeState } from '#contract/orders/orders.ts'
import { isErasedEmail } from '#contract/shared/erased.ts'
import type { Schema } from '../../../db/schema.ts'
import { currency } from '../../../services/cards/cards.ts'
import type { Intent } from '../../../services/cards/cards.ts'
import type { Dispute } from '../../../services/cards/disputes.ts'
import type { LockedOrder } from '../../orders/queries.ts'

/**
 * `foreign`: no intent of this shop. `open`: not paid (yet). `refunded`: the money is being, or was, returned.
 * `unknown-state`: the order is in a state of a later release, whose nodes settle it.
 */
export type Settled = 'paid' | 'refunded' | 'open' | 'processing' | 'foreign' | 'unknown-state'

type DecidedOrder = Pick<
  LockedOrder,
  'status' | 'total_cents' | 'transaction_id' | 'held_until' | 'deleted_at' | 'email'
> & {
  /** Whether a lost dispute has closed the order. */
  isChargedBack?: boolean
}

type DecidedIntent = Pick<
  Intent,
  'id' | 'status' | 'amountReceived' | 'amountRefunded' | 'currency'
> & {
  /** Undefined if the provider was not asked for them. */
  disputes?: readonly Pick<Dispute, 'id' | 'state' | 'amount'>[] | undefined
  /** The admin who decided the latest partial refund; undefined if it was made in the provider's dashboard. */
  refundedBy?: string | undefined
}

interface DecidedEvent {
  kind: Schema['order_events']['kind']
  /** An admin; the card provider by default. */
  actor?: string
  details?: Record<string, unknown>
}

/** All writes that one answer of the card provider causes. */
export interface Decision {
  settled: Settled
  /** The units are reserved first; if there are too few, this decision applies instead. */
  ifOutOfStock?: Decision
  /** The new status of the order, with this intent as its transaction. */
  status?: 'paid' | 'refunded'
  /** The units return to the stock. */
  isReleased?: boolean
  events?: DecidedEvent[]
  /** Cents returned so far; recorded unless the history has that much. */
  partlyRefundedCents?: number
  /** The money is returned for this reason: by the shop, or by the bank after a lost dispute. */
  refund?: 'paid-twice' | 'out-of-stock' | 'erased' | 'charged-back'
  /** The lost dispute by which the bank has returned the money, so that the shop does not. */
  returnedBy?: string
  /** The state of the disputes of the order's payment together. */
  dispute?: DisputeState
}

/** The consequences of an intent for its order. Pure, so that a test covers every combination of states. */
export function decide(order: DecidedOrder | undefined, intent: DecidedIntent): Decision {
  if (intent.status === 'processing') return { settled: 'processing' }
  if (intent.status !== 'succeeded') return { settled: 'open' }
  if (!order || !isAmountOf(order, intent)) return { settled: 'foreign' }
  if (!orderStatuses.includes(order.status)) return { settled: 'unknown-state' }
  if (order.transaction_id === intent.id) {
    return order.status === 'refunded' ? closed(order, intent) : withReturns(order, intent)
  }
  if (order.status !== 'unpaid') {
    return { settled: 'refunded', refund: 'paid-twice', ...chargeback(order, intent) }
  }
  if (isErased(order)) {
    const returned = { ...chargeback(order, intent), ...disputed(intent) }
    return { settled: 'refunded', status: 'refunded', refund: 'erased', ...returned }
  }
  return pay(order, intent)
}

const isAmountOf = (
  { total_cents }: Pick<DecidedOrder, 'total_cents'>,
  intent: Pick<DecidedIntent, 'amountReceived' | 'currency'>,
) => intent.amountReceived === total_cents && intent.currency === currency

/** A cancelled order that no longer says who ordered, and where to: it cannot be shipped. */
const isErased = ({ deleted_at, email }: Pick<DecidedOrder, 'deleted_at' | 'email'>) =>
  deleted_at !== null && isErasedEmail(email)

/** A payment makes an order visible again, even one that was deleted meanwhile. */
function pay(order: DecidedOrder, intent: DecidedIntent): Decision {
  const { events = [], ...returned } = withReturns({ ...order, status: 'paid' }, intent)
  return {
    status: 'paid',
    ...returned,
    events: [
      ...(order.deleted_at ? [{ kind: 'restored' } as const] : []),
      { kind: 'paid', details: { intent: intent.id } },
      ...events,
    ],
    ...(!order.held_until && {
      ifOutOfStock: {
        settled: 'refunded',
        status: 'refunded',
        refund: 'out-of-stock',
        ...chargeback(order, intent),
        ...disputed(intent),
      },
    }),
  }
}

type Returned = Pick<DecidedOrder, 'status' | 'total_cents'>

/**
 * A paid order after partial refunds and those that the owner made in the provider's dashboard, and after disputes. Units that
 * were not shipped return to the stock.
 */
function withReturns(order: Returned, intent: DecidedIntent): Decision {
  const { id, amountRefunded, refundedBy } = intent
  const isReleased = order.status === 'paid'
  if (amountRefunded >= order.total_cents) {
    return {
      settled: 'refunded',
      status: 'refunded',
      isReleased,
      events: [
        refundedBy
          ? { kind: 'refunded', actor: refundedBy, details: { intent: id, reason: 'in-parts' } }
          : { kind: 'refunded', details: { intent: id, reason: 'by-owner' } },
      ],
      ...disputed(intent),
    }
  }
  const partly = amountRefunded > 0 && { partlyRefundedCents: amountRefunded }
  const { returnedBy } = chargeback(order, intent)
  if (!returnedBy) return { settled: 'paid', ...partly, ...disputed(intent) }
  return {
    settled: 'refunded',
    status: 'refunded',
    isReleased,
    refund: 'charged-back',
    returnedBy,
    ...partly,
    ...disputed(intent),
  }
}

/** A refunded order. If its lost dispute was won after all, the owner's refunds count again. */
const closed = (order: DecidedOrder, intent: DecidedIntent): Decision => ({
  settled: 'refunded',
  ...chargeback(order, intent),
  ...(order.isChargedBack &&
    intent.amountRefunded > 0 && { partlyRefundedCents: intent.amountRefunded }),
  ...disputed(intent),
})

const lostOf = ({ disputes = [] }: DecidedIntent) =>
  disputes.filter(({ state }) => state === 'lost')

const centsOf = (disputes: readonly { amount: number }[]) =>
  disputes.reduce((cents, { amount }) => cents + amount, 0)

/** The dispute by which the bank has returned all that refunds have not returned. */
function chargeback(
  { total_cents }: Pick<DecidedOrder, 'total_cents'>,
  intent: DecidedIntent,
): Pick<Decision, 'returnedBy'> {
  const { amountRefunded } = intent
  const lost = lostOf(intent)
  const returnedBy = lost.at(-1)?.id
  const isByBank = amountRefunded < total_cents && amountRefunded + centsOf(lost) >= total_cents
  return returnedBy && isByBank ? { returnedBy } : {}
}

/** The state that decides what may happen to the order. */
const byWeight = ['open', 'inquiry', 'lost', 'won'] as const

function disputed({ disputes = [] }: DecidedIntent): Pick<Decision, 'dispute'> {
  const dispute = byWeight.find((state) => disputes.some((each) => each.state === state))
  return dispute ? { dispute } : {}
}

/** Whether a due refund can be made: money is left, and no dispute has withdrawn it. */
export const isRefundable = (
  intent: Pick<DecidedIntent, 'amountReceived' | 'amountRefunded' | 'disputes'>,
): boolean =>
  intent.amountRefunded < intent.amountReceived &&
  !(intent.disputes ?? []).some(({ state }) => state === 'open' || state === 'lost')
