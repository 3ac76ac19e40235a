import type { Mutant } from './mutant.ts'

const book = 'src/server/features/addresses/queries.ts'
const bookTest = 'src/server/features/addresses/addresses.test.ts'
const accessTest = 'src/server/testing/authorisation/authorisation.test.ts'
const placing = 'src/server/features/orders/place/line-taxes.ts'
const refunds = 'src/contract/invoices/refunded-taxes.ts'
const rulesTest = 'src/contract/taxes/tax-lines.test.ts'
const taxesTest = 'src/server/features/taxes/taxes.test.ts'
const totalsTest = 'src/server/features/taxes/agreed-totals.test.ts'
const documentsTest = 'src/server/features/taxes/tax-documents.test.ts'

/** Whose addresses a call reads and changes, and which taxes an order has. */
export const taxMutants: Mutant[] = [
  {
    guard: 'an order is delivered to an address of the caller only',
    file: book,
    find: `    .where('user_id', '=', userId)\n\ntype AddressRow`,
    replace: '\ntype AddressRow',
    noticedBy: [bookTest],
  },
  {
    guard: 'an address of the caller only is deleted',
    file: book,
    find: `.deleteFrom('addresses')\n    .where('user_id', '=', userId)`,
    replace: `.deleteFrom('addresses')`,
    noticedBy: [accessTest],
  },
  {
    guard: 'an address that has changed since it was seen is not replaced',
    file: book,
    find: 'if (seen && changedFields',
    replace: 'if (!seen && changedFields',
    noticedBy: [bookTest],
  },
  {
    guard: 'changes of one address wait for each other',
    file: book,
    find: '.forUpdate()',
    replace: '',
    noticedBy: [bookTest],
  },
  {
    guard: 'an address book has a limited number of addresses',
    file: book,
    find: 'if (count >= addressesMax)',
    replace: 'if (count > addressesMax)',
    noticedBy: [bookTest],
  },
  {
    guard: 'changes of one address book wait for each other, so that its limit holds',
    file: book,
    find: 'sql`select pg_advisory_xact_lock(',
    replace: 'sql`select concat(',
    noticedBy: [bookTest],
  },
  {
    guard: 'the total of an order with taxes is the one that the buyer agreed to',
    file: placing,
    find: '${isAgreed(`${p.totalCents}::bigint`, total, listTotal)}\n      and ',
    replace: '',
    noticedBy: [taxesTest, totalsTest],
  },
  {
    guard: 'the total of an exempt buyer is one that a card can pay',
    file: placing,
    find: ' and ${total} >= ${chargeMin}`',
    replace: '`',
    noticedBy: [totalsTest],
  },
  {
    guard: 'lines with taxes that are not integers are refused',
    file: placing,
    find: ' filter (where ${cents} <= ${lineMax})',
    replace: '',
    noticedBy: [totalsTest],
  },
  {
    guard: 'the same order at the taxed total without lower prices is placed once',
    file: 'src/server/features/orders/place/find-repeated.ts',
    find: "total: totalOf('goods', 'taxes')",
    replace: "total: totalOf('goods', '0')",
    noticedBy: [totalsTest],
  },
  {
    guard: 'an order with an expired reservation is paid with the current taxes',
    file: 'src/server/features/payments/open-payment.ts',
    find: ' && areTaxesOfNow(order.tax, taxes)',
    replace: '',
    noticedBy: ['src/server/features/taxes/renewed-taxes.test.ts'],
  },
  {
    guard: 'an order moves within the area of its taxes only',
    file: 'src/server/features/own-orders/set-delivery.ts',
    find: 'if (area.key === tax.area) return',
    replace: 'if (area.key !== undefined) return',
    noticedBy: [taxesTest],
  },
  {
    guard: 'the taxes of refunded units are refunded once',
    file: refunds,
    find: ' - (refunded.taxes[index] ?? 0)',
    replace: '',
    noticedBy: [rulesTest],
  },
  {
    guard: 'credit notes have no more taxes than the order',
    file: refunds,
    find: 'Math.min(remaining, ',
    replace: 'Math.max(0, ',
    noticedBy: [rulesTest],
  },
  {
    guard: 'the refund of untaxed shipping has no taxes',
    file: refunds,
    find: 'cents - units.cents === shipping.cents',
    replace: 'false',
    noticedBy: [rulesTest],
  },
  {
    guard: 'refunded units carry their share of the taxes',
    file: 'src/server/features/payments/refunds/refund-part.ts',
    find: ' + (tax ? signOf(tax) * sum(taxes) : 0)',
    replace: '',
    noticedBy: [documentsTest],
  },
]
