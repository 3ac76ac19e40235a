import type { Mutant } from './mutant.ts'

const cards = 'src/server/services/cards/cards.ts'
const refunds = 'src/server/features/payments/refunds/refunds.ts'
const refundingOrder = 'src/server/features/payments/refunds/refund-order.ts'
const settling = 'src/server/features/payments/settle.ts'

const storedFailuresTest = 'src/server/features/payments/refunds/kept-failures.test.ts'
const guardsTest = 'src/server/features/payments/payment-guards.test.ts'
const refundingOrderTest = 'src/server/features/payments/refunds/refund-order.test.ts'

/** Refunds. */
export const refundMutants: Mutant[] = [
  {
    guard: 'a refund is recorded in the transaction that finds it due',
    file: settling,
    find: `  if (decision.refund) await recordRefund(trx, { order, intentId, reason: decision.refund })\n`,
    replace: '',
    noticedBy: [guardsTest],
  },
  {
    guard: 'a refund is recorded once',
    file: refunds,
    find: `    .onConflict((conflict) => conflict.column('intent_id').doNothing())\n`,
    replace: '',
    noticedBy: [guardsTest],
  },
  {
    guard: 'a refund is requested under an idempotency key of its payment',
    file: cards,
    find: '{ payment_intent: intentId }, { idempotencyKey })',
    replace: '{ payment_intent: intentId })',
    noticedBy: [guardsTest],
  },
  {
    guard: 'a refund is retried under a new key after a failure that the provider stores',
    file: cards,
    find: 'sendBack(`${key}-${attempt}`)',
    replace: 'sendBack(key)',
    noticedBy: [storedFailuresTest],
  },
  {
    guard: 'a refund at the provider does not return shipped units to the stock',
    file: 'src/server/features/payments/decision/decide.ts',
    find: `      isReleased,
      events: [{ kind: 'refunded'`,
    replace: `      isReleased: true,
      events: [{ kind: 'refunded'`,
    noticedBy: ['src/server/features/payments/refunds/owner-refunds.test.ts'],
  },
  {
    guard: 'an order is refunded once',
    file: refundingOrder,
    find: `    if (order.status === 'refunded') return undefined\n`,
    replace: '',
    noticedBy: [refundingOrderTest],
  },
  {
    guard: 'a refund by an admin does not return shipped units to the stock',
    file: refundingOrder,
    find: `if (order.status === 'paid') await release`,
    replace: `await release`,
    noticedBy: [refundingOrderTest],
  },
]
