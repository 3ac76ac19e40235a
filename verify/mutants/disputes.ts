import type { Mutant } from './mutant.ts'

const deciding = 'src/server/features/payments/decision/decide.ts'
const settling = 'src/server/features/payments/settle.ts'
const refunds = 'src/server/features/payments/refunds/refunds.ts'
const migration = 'src/server/db/migrations/0042-disputes.sql'

const disputesTest = 'src/server/features/payments/disputes/disputes.test.ts'
const moneyTest = 'src/server/features/payments/disputes/returned-money.test.ts'
const constraintsTest = 'src/server/db/constraints.test.ts'
const reconcileTest = 'src/server/features/payments/reconcile.test.ts'

/** Payments that the card's owner disputes. */
export const disputeMutants: Mutant[] = [
  {
    guard: 'an order is not shipped while its payment is disputed',
    file: 'src/server/features/manage-orders/ship-order.ts',
    find: `    if (isHeldByDispute(order)) throw new AppError('payment-disputed', { detail: refusal })\n`,
    replace: '',
    noticedBy: [disputesTest],
  },
  {
    guard: 'a payment that the bank has withdrawn is not refunded',
    file: 'src/server/features/payments/refunds/refund-order.ts',
    find: `    if (isWithdrawn(order)) throw new AppError('payment-disputed', { detail: withdrawnRefusal })\n`,
    replace: '',
    noticedBy: [disputesTest],
  },
  {
    guard: 'TRIGGER: an order is not shipped while its payment is disputed',
    file: migration,
    find: `    old.status = 'paid' and new.status = 'shipped' and new.dispute in ('inquiry', 'open'))`,
    replace: '    false)',
    noticedBy: [constraintsTest],
  },
  {
    guard: 'TRIGGER: an admin does not refund a payment that the bank has withdrawn',
    file: migration,
    find: `  if new.reason = 'by-admin' and exists (`,
    replace: '  if false and exists (',
    noticedBy: [constraintsTest],
  },
  {
    guard: 'an outdated answer about disputes is not applied',
    file: settling,
    find: `  if (read && order && order.dispute_version !== read.version) return 'outdated'\n`,
    replace: '',
    noticedBy: ['src/server/features/payments/disputes/dispute-events.test.ts'],
  },
  {
    guard: 'a lost dispute does not return shipped units to the stock',
    file: deciding,
    find: `  const isReleased = order.status === 'paid'\n`,
    replace: '  const isReleased = true\n',
    noticedBy: ['src/server/features/payments/decision/decide.test.ts', disputesTest],
  },
  {
    guard: 'an order is charged back only when all of its money is gone',
    file: deciding,
    find: 'amountRefunded + centsOf(lost) >= total_cents',
    replace: 'centsOf(lost) > 0',
    noticedBy: ['src/server/features/payments/decision/decide.test.ts', moneyTest],
  },
  {
    guard: 'a refund waits while its payment is disputed',
    file: refunds,
    find: `intent_id = refunds.intent_id and state = 'open')`,
    replace: `intent_id = refunds.intent_id and state = 'never')`,
    noticedBy: [moneyTest],
  },
  {
    guard: 'a lost dispute ends a refund that was due',
    file: settling,
    find: `  if (decision.returnedBy) await recordReturn(trx, { intentId, refundId: decision.returnedBy })\n`,
    replace: '',
    noticedBy: [moneyTest],
  },
  {
    guard: 'a refund that a lost dispute ended is due again after an appeal',
    file: settling,
    find: '  if (won.length > 0) await reopenRefund(',
    replace: '  if (won.length > 99) await reopenRefund(',
    noticedBy: [moneyTest],
  },
  {
    guard: 'the shop does not refund the money that an appeal wins back',
    file: settling,
    find: ` && !read?.isChargedBack\n`,
    replace: '\n',
    noticedBy: [moneyTest],
  },
  {
    guard: 'disputes whose events were lost are found at the provider',
    file: 'src/server/features/payments/reconcile.ts',
    find: 'select from disputes where id = ${p.id} and state = ${p.state}',
    replace: 'select from (select ${p.id}::text, ${p.state}::text) as known',
    noticedBy: [reconcileTest],
  },
]
