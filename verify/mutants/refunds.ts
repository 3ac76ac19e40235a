import type { Mutant } from './mutant.ts'

const cards = 'src/server/services/cards/card-refunds.ts'
const refunds = 'src/server/features/payments/refunds/refunds.ts'
const refundingOrder = 'src/server/features/payments/refunds/refund-order.ts'
const settling = 'src/server/features/payments/settle.ts'

const storedFailuresTest = 'src/server/features/payments/refunds/kept-failures.test.ts'
const guardsTest = 'src/server/features/payments/payment-guards.test.ts'
const refundingPart = 'src/server/features/payments/refunds/refund-part.ts'
const creditNotes = 'src/server/features/payments/refunds/credit-notes.ts'
const refundingOrderTest = 'src/server/features/payments/refunds/refund-order.test.ts'

const partsTest = 'src/server/features/payments/refunds/partial-refunds.test.ts'
const faultsTest = 'src/server/features/payments/refunds/partial-refund-faults.test.ts'
const invoicesTest = 'src/server/features/invoices/invoices.test.ts'
const invoicing = 'src/server/db/migrations/0066-invoices.sql'
const refunding = 'src/server/db/migrations/0067-partial-refunds.sql'

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
      events: [`,
    replace: `      isReleased: true,
      events: [`,
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
  {
    guard: 'invoices are numbered one after the other',
    file: 'src/server/db/migrations/0119-names-of-deliveries.sql',
    find: `  perform pg_advisory_xact_lock(hashtextextended('invoices', 0));\n`,
    replace: '',
    noticedBy: [invoicesTest],
  },
  {
    guard: 'a payment has an invoice from its transaction on',
    file: settling,
    find: `  if (applied.status && !order.transaction_id) await issueInvoice(trx, order.id, config)\n`,
    replace: '',
    noticedBy: [invoicesTest],
  },
  {
    guard: 'an issued invoice never changes',
    file: invoicing,
    find: 'create trigger guard_invoice before update or delete on invoices',
    replace: 'create trigger guard_invoice before delete on invoices',
    noticedBy: [invoicesTest],
  },
  {
    guard: 'partial refunds never exceed the remaining payment',
    file: refundingPart,
    find: `  if (cents > left) throw tooHigh(\`\${dollars(toDollars(left))}`,
    replace: `  if (cents < 0) throw tooHigh(\`\${dollars(toDollars(left))}`,
    noticedBy: [partsTest],
  },
  {
    guard: 'units of a line are refunded once',
    file: refundingPart,
    find: '  if (quantity > left)',
    replace: '  if (quantity > line.quantity)',
    noticedBy: [partsTest],
  },
  {
    guard: 'the database refuses partial refunds above the payment',
    file: refunding,
    find: '      > payment.total_cents then',
    replace: '      > 2 * payment.total_cents then',
    noticedBy: [partsTest],
  },
  {
    guard: 'the database refuses more refunded units than were ordered',
    file: refunding,
    find: '    < (select sum(quantity) from partial_refund_lines',
    replace: '    < (select min(0) from partial_refund_lines',
    noticedBy: [partsTest],
  },
  {
    guard: 'the database refuses credit notes above the invoice',
    file: refunding,
    find: '    > (select total_cents from orders where id = refunded)',
    replace: '    > (select 2 * total_cents from orders where id = refunded)',
    noticedBy: [partsTest],
  },
  {
    guard: 'a partial refund that the provider has made is not made again',
    file: refundingPart,
    find: 'if (!refunds.some((refund) => refund.name === name)) {',
    replace: 'if (refunds.length >= 0) {',
    noticedBy: [faultsTest],
  },
  {
    guard: 'a partial refund that the provider cannot make is refused',
    file: refundingPart,
    find: 'if (cents > left || due.dispute ===',
    replace: 'if (due.dispute ===',
    noticedBy: [faultsTest],
  },
  {
    guard: 'a partial refund is requested under an idempotency key',
    file: cards,
    find: '{ idempotencyKey: `refund-${name}-${key}` }',
    replace: '{}',
    noticedBy: [faultsTest],
  },
  {
    guard: 'a partial refund is made again after a failure that the provider stores',
    file: cards,
    find: 'if (!isReplayedFailure(error) || key >= attempt) throw error',
    replace: 'throw error',
    noticedBy: [faultsTest],
  },
  {
    guard: 'units of a partial refund return to the stock once',
    file: creditNotes,
    find: 'if (!row || row.refund_id !== null) continue',
    replace: 'if (!row) continue',
    noticedBy: [partsTest],
  },
  {
    guard: 'a refund has one credit note',
    file: creditNotes,
    find: 'refunds.filter(({ id }) => !ids.has(id))',
    replace: 'refunds',
    noticedBy: [partsTest],
  },
  {
    guard: 'refunded units do not return to the stock with the rest of the order',
    file: 'src/server/features/stock/reservations.ts',
    find: '    where refunded.order_id = order_lines.order_id and refunded.line = order_lines.line',
    replace: '    where false',
    noticedBy: [partsTest],
  },
  {
    guard: 'the rest of a payment is not refunded while a partial refund has no answer',
    file: refundingOrder,
    find: 'if (await hasOpenRefund(trx, id)) {',
    replace: 'if (!(await hasOpenRefund(trx, id)) && false) {',
    noticedBy: [faultsTest],
  },
]
