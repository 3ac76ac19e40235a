import type { Schema } from '../../../db/schema.ts'
import { currency } from '../../../services/cards/cards.ts'
import type { Intent } from '../../../services/cards/cards.ts'
import type { LockedOrder } from '../../orders/queries.ts'

/** `foreign`: no intent of this shop. `open`: not paid (yet). `refunded`: the money is being, or was, returned. */
export type Settled = 'paid' | 'refunded' | 'open' | 'processing' | 'foreign'

type DecidedOrder = Pick<
  LockedOrder,
  'status' | 'total_cents' | 'transaction_id' | 'held_until' | 'deleted_at'
>

type DecidedIntent = Pick<
  Intent,
  'id' | 'status' | 'amountReceived' | 'amountRefunded' | 'currency'
>

interface DecidedEvent {
  kind: Schema['order_events']['kind']
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
  /** The shop returns the money, for this reason. */
  refund?: 'paid-twice' | 'out-of-stock'
}

/** The consequences of an intent for its order. Pure, so that a test covers every combination of states. */
export function decide(order: DecidedOrder | undefined, intent: DecidedIntent): Decision {
  if (intent.status === 'processing') return { settled: 'processing' }
  if (intent.status !== 'succeeded') return { settled: 'open' }
  if (!order || !isAmountOf(order, intent)) return { settled: 'foreign' }
  if (order.transaction_id === intent.id) {
    return order.status === 'refunded' ? { settled: 'refunded' } : withOwnerRefund(order, intent)
  }
  if (order.status !== 'unpaid') return { settled: 'refunded', refund: 'paid-twice' }
  return pay(order, intent)
}

const isAmountOf = (
  { total_cents }: Pick<DecidedOrder, 'total_cents'>,
  intent: Pick<DecidedIntent, 'amountReceived' | 'currency'>,
) => intent.amountReceived === total_cents && intent.currency === currency

/** A payment makes an order visible again, even one that was deleted meanwhile. */
function pay(order: DecidedOrder, intent: DecidedIntent): Decision {
  const { events = [], ...refunded } = withOwnerRefund({ ...order, status: 'paid' }, intent)
  return {
    status: 'paid',
    ...refunded,
    events: [
      ...(order.deleted_at ? [{ kind: 'restored' } as const] : []),
      { kind: 'paid', details: { intent: intent.id } },
      ...events,
    ],
    ...(!order.held_until && {
      ifOutOfStock: { settled: 'refunded', status: 'refunded', refund: 'out-of-stock' },
    }),
  }
}

/**
 * A paid order after refunds that the owner made in the provider's dashboard. Units that were not
 * shipped return to the stock.
 */
function withOwnerRefund(
  { status, total_cents }: Pick<DecidedOrder, 'status' | 'total_cents'>,
  { id, amountRefunded }: DecidedIntent,
): Decision {
  if (amountRefunded === 0) return { settled: 'paid' }
  if (amountRefunded < total_cents) return { settled: 'paid', partlyRefundedCents: amountRefunded }
  return {
    settled: 'refunded',
    status: 'refunded',
    isReleased: status === 'paid',
    events: [{ kind: 'refunded', details: { intent: id, reason: 'by-owner' } }],
  }
}
