import type { Mutant } from './mutant.ts'

const cards = 'src/server/services/cards/cards.ts'
const testing = 'src/server/features/payments/card-testing.ts'
const closing = 'src/server/features/payments/close-order.ts'
const intents = 'src/server/features/payments/intents.ts'
const opening = 'src/server/features/payments/open-payment.ts'
const reporting = 'src/server/features/payments/routes.ts'
const deciding = 'src/server/features/payments/decision/decide.ts'

const faultsTest = 'src/server/features/payments/payment-faults.test.ts'
const guardsTest = 'src/server/features/payments/payment-guards.test.ts'
const processingTest = 'src/server/features/payments/processing.test.ts'
const paymentsTest = 'src/server/features/payments/payments.test.ts'
const races = 'verify/races/races.test.ts'

/** Payments of orders. */
export const paymentMutants: Mutant[] = [
  {
    guard: 'a payment with too many declined cards is closed',
    file: testing,
    find: '  await cancelIntent(shop, intentId)\n',
    replace: '',
    noticedBy: ['src/server/features/payments/card-testing.test.ts'],
  },
  {
    guard: 'an order has one payment intent, created under an idempotency key',
    file: cards,
    find: '{ idempotencyKey: `order-${id}-${attempt}` },',
    replace: '{},',
    noticedBy: [paymentsTest],
  },
  {
    guard: 'a paid order is not opened for payment again',
    file: opening,
    find: `    if (order.status !== 'unpaid') throw new AppError('already-paid')\n`,
    replace: '',
    noticedBy: [guardsTest],
  },
  {
    guard: 'a reported transaction must be the payment intent of that order',
    file: reporting,
    find: 'if (!(await isIntentOf(database.db, transactionId, id))) {',
    replace: 'if (!order) {',
    noticedBy: [paymentsTest],
  },
  {
    guard: 'a payment intent of another order of the shop is refused',
    file: intents,
    find: 'return row?.order_id === orderId',
    replace: 'return row !== undefined || !orderId',
    noticedBy: [paymentsTest],
  },
  {
    guard: 'a payment must have the amount of its order',
    file: deciding,
    find: 'intent.amountReceived === total_cents && ',
    replace: '',
    noticedBy: [guardsTest],
  },
  {
    guard: 'a payment must have the currency of its order',
    file: deciding,
    find: ' && intent.currency === currency',
    replace: '',
    noticedBy: [guardsTest],
  },
  {
    guard: 'a payment that was recorded already is not refunded as a second one',
    file: deciding,
    find: 'if (order.transaction_id === intent.id)',
    replace: 'if (order.transaction_id === undefined)',
    noticedBy: [paymentsTest],
  },
  {
    guard: 'a payment makes an order paid only if its units are reserved',
    file: deciding,
    find: '...(!order.held_until && {',
    replace: '...(!order && {',
    noticedBy: [paymentsTest],
  },
  {
    guard: 'the payment intent is canceled before the units are released',
    file: closing,
    find: `      if (intent && intent.status !== 'canceled') return order\n`,
    replace: '',
    noticedBy: [paymentsTest, races],
  },
  {
    guard: 'a processing payment does not count as canceled',
    file: closing,
    find: `intent.status !== 'canceled') return order`,
    replace: `!['canceled', 'processing'].includes(intent.status)) return order`,
    noticedBy: [processingTest],
  },
  {
    guard: 'a processing payment is not reported as refused',
    file: deciding,
    find: `  if (intent.status === 'processing') return { settled: 'processing' }\n`,
    replace: '',
    noticedBy: [processingTest],
  },
  {
    guard: 'a payment that succeeds while its order is being closed is settled',
    file: closing,
    find: `if (intent.status === 'succeeded') await settle(shop, intent.id)\n  else await`,
    replace: 'await',
    noticedBy: [paymentsTest],
  },
  {
    guard: 'a late response does not reopen a payment intent',
    file: intents,
    find: `    .where('status', 'not in', ['succeeded', 'canceled'])\n`,
    replace: '',
    noticedBy: [faultsTest],
  },
  {
    guard: 'a payment intent created elsewhere does not replace the shop’s own',
    file: intents,
    find: `where.or([where('intent_id', 'is', null), where('intent_id', '=', intent.id)]),`,
    replace: `where('intent_id', 'is distinct from', ''),`,
    noticedBy: [faultsTest],
  },
  {
    guard: 'a payment intent of an abandoned payment attempt is not given to the browser',
    file: opening,
    find: 'if (isCurrent && ',
    replace: 'if (',
    noticedBy: ['src/server/features/payments/refunds/kept-failures.test.ts'],
  },
]
