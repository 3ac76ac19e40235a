import type { Mutant } from './mutant.ts'

const cards = 'src/server/services/cards/cards.ts'
const testing = 'src/server/features/payments/card-testing.ts'
const closing = 'src/server/features/payments/close-order.ts'
const intents = 'src/server/features/payments/intents.ts'
const opening = 'src/server/features/payments/open-payment.ts'
const reporting = 'src/server/features/payments/routes.ts'
const settling = 'src/server/features/payments/settle.ts'

const faultsTest = 'src/server/features/payments/payment-faults.test.ts'
const guardsTest = 'src/server/features/payments/payment-guards.test.ts'
const processingTest = 'src/server/features/payments/processing.test.ts'
const paymentsTest = 'src/server/features/payments/payments.test.ts'
const races = 'verify/races/races.test.ts'

const strangeTransactions = {
  file: paymentsTest,
  test: 'made-up, foreign, cheaper, unpaid and reused transactions pay nothing',
}

/** How money comes to the shop. */
export const moneyMutants: Mutant[] = [
  {
    guard: 'a payment that was declined too often is closed',
    file: testing,
    find: '  await closeIntent(shop, intentId)\n',
    replace: '',
    noticedBy: [
      {
        file: 'src/server/features/payments/card-testing.test.ts',
        test: 'the fifth declined card closes the payment: the secret handed out before charges nothing',
      },
    ],
  },
  {
    guard: 'an order has one intent, made under a key of its own',
    file: cards,
    find: '{ idempotencyKey: `order-${id}-${round}` },',
    replace: '{},',
    noticedBy: [
      {
        file: paymentsTest,
        test: 'an intent whose answer never reached us is found again by its key',
      },
    ],
  },
  {
    guard: 'an order that is paid is not opened for payment again',
    file: opening,
    find: `    if (order.status !== 'unpaid') throw new AppError('already-paid')\n`,
    replace: '',
    noticedBy: [
      { file: guardsTest, test: 'an order that is paid is not opened for payment again' },
    ],
  },
  {
    guard: 'a reported transaction is the intent of that order',
    file: reporting,
    find: 'if (!(await isIntentOf(database.db, transactionId, id))) {',
    replace: 'if (!order) {',
    noticedBy: [strangeTransactions],
  },
  {
    guard: 'a reported transaction is not just any intent of ours',
    file: intents,
    find: 'return row?.order_id === orderId',
    replace: 'return row !== undefined || !orderId',
    noticedBy: [strangeTransactions],
  },
  {
    guard: 'a payment has the amount of its order',
    file: settling,
    find: 'intent.amountReceived !== order.total_cents || ',
    replace: '',
    noticedBy: [
      { file: guardsTest, test: 'a payment of a cent less pays nothing' },
      { file: guardsTest, test: 'a payment of a cent more pays nothing' },
    ],
  },
  {
    guard: 'a payment has the currency of its order',
    file: settling,
    find: ' || intent.currency !== currency',
    replace: '',
    noticedBy: [{ file: guardsTest, test: 'a payment of another currency pays nothing' }],
  },
  {
    guard: 'a payment that is known already is not sent back as a second one',
    file: settling,
    find: 'if (order.transaction_id === intent.id)',
    replace: 'if (order.transaction_id === undefined)',
    noticedBy: [
      {
        file: paymentsTest,
        test: 'a confirmed payment that the browser reports makes the order paid',
      },
    ],
  },
  {
    guard: 'money pays an order only if it has its units',
    file: settling,
    find: 'if (!order.held_until && !(await takeStock(trx, order))) {',
    replace: 'if (!order) {',
    noticedBy: [
      {
        file: paymentsTest,
        test: 'money that arrives for an order without units goes back, once',
      },
    ],
  },
  {
    guard: 'the payment is closed before the units go back',
    file: closing,
    find: `      if (intent && intent.status !== 'canceled') return order\n`,
    replace: '',
    noticedBy: [
      {
        file: paymentsTest,
        test: 'deleting an order closes its payment first: the intent can no longer be paid',
      },
      {
        file: races,
        test: 'all is well wherever these meet: another places an order, the hold runs out',
      },
    ],
  },
  {
    guard: 'a payment that is being processed is not taken for closed',
    file: closing,
    find: `intent.status !== 'canceled') return order`,
    replace: `!['canceled', 'processing'].includes(intent.status)) return order`,
    noticedBy: [
      {
        file: processingTest,
        test: 'an order whose payment is being processed is not deleted, and keeps its units',
      },
    ],
  },
  {
    guard: 'a payment that is being processed is not told to be refused',
    file: settling,
    find: `intent.status === 'processing' ? 'processing' : 'open'`,
    replace: `'open'`,
    noticedBy: [
      {
        file: processingTest,
        test: 'whoever reports a payment that is being processed is told so, until it has come',
      },
    ],
  },
  {
    guard: 'a payment that came while its order was being closed counts',
    file: closing,
    find: `if (intent.status === 'succeeded') await settle(shop, intent.id)\n  else await`,
    replace: 'await',
    noticedBy: [
      {
        file: paymentsTest,
        test: 'deleting an order that was paid a moment ago pays it instead',
      },
    ],
  },
  {
    guard: 'a late answer does not reopen an intent',
    file: intents,
    find: `    .where('status', 'not in', ['succeeded', 'canceled'])\n`,
    replace: '',
    noticedBy: [
      { file: faultsTest, test: 'a late answer does not reopen an intent that is closed' },
    ],
  },
  {
    guard: 'an intent made elsewhere does not take the place of ours',
    file: intents,
    find: `where.or([where('intent_id', 'is', null), where('intent_id', '=', intent.id)]),`,
    replace: `where('intent_id', 'is distinct from', ''),`,
    noticedBy: [
      {
        file: faultsTest,
        test: 'a closed intent made elsewhere for the same order does not pass for ours',
      },
    ],
  },
  {
    guard: 'an intent of a round that was given up is not handed out',
    file: opening,
    find: 'if (isOurs && ',
    replace: 'if (',
    noticedBy: [
      {
        file: 'src/server/features/payments/refunds/kept-failures.test.ts',
        test: 'an intent whose round was given up meanwhile is never handed out',
      },
    ],
  },
]
