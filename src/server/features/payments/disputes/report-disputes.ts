import type { Shop } from '../../../shop.ts'
import type { DisputeChange } from './dispute-change.ts'

/** Logs changes of disputes and counts them. A lost or opened dispute is an alarm: it needs a person. */
export function reportDisputes(
  { counts, log }: Pick<Shop, 'counts' | 'log'>,
  changes: readonly DisputeChange[],
) {
  for (const { order, dispute, isChargedBack } of changes) {
    const { id, intentId: intent, state, reason, amount, dueBy } = dispute
    const context = { order: order.id, intent, dispute: id, reason, cents: amount }
    if (state === 'open') {
      log.error({ ...context, dueBy, alarm: true }, 'payment disputed')
      counts.order('disputed')
    }
    if (state === 'inquiry') log.warn({ ...context, dueBy }, 'bank asks about a payment')
    if (state === 'lost') log.error({ ...context, alarm: true }, 'dispute lost')
    if (isChargedBack) counts.order('charged-back')
    if (state === 'won' && order.status === 'refunded' && order.dispute === 'lost') {
      log.error({ ...context, alarm: true }, 'dispute won after its order was closed')
    } else if (state === 'won') {
      log.info(context, 'dispute won')
    }
  }
}
