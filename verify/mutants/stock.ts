import type { Mutant } from './mutant.ts'

const place = 'src/server/features/orders/place-order.ts'
const queries = 'src/server/features/orders/queries.ts'
const reservations = 'src/server/features/stock/reservations.ts'
const idempotency = 'src/server/http/idempotency.ts'
const adjustments = 'src/server/features/stock/adjustments.ts'
const changeProduct = 'src/server/features/products/change-product.ts'

const ordersTest = 'src/server/features/orders/orders.test.ts'
const repeatedTest = 'src/server/features/orders/repeated-orders.test.ts'
const manageProductsTest = 'src/server/features/products/manage-products.test.ts'
const guardsTest = 'src/server/features/payments/payment-guards.test.ts'
const races = 'verify/races/races.test.ts'

/** Placing orders, holding units and giving them back. */
export const stockMutants: Mutant[] = [
  {
    guard: 'an order takes units only if there are enough',
    file: reservations,
    find: ' and quantity >= ${units}`',
    replace: '`',
    noticedBy: [ordersTest],
  },
  {
    guard: 'a lapsed hold is taken again only if there are enough units',
    file: reservations,
    find: ' and quantity >= ${quantity}\n',
    replace: '\n',
    noticedBy: ['src/server/features/payments/payments.test.ts'],
  },
  {
    guard: 'the total of an order is the one the buyer saw',
    file: place,
    find: '         = $5::bigint\n',
    replace: '         > 0\n',
    noticedBy: [ordersTest],
  },
  {
    guard: 'what sending an order costs is said by the shop, not by who orders',
    file: place,
    find: 'else $10::bigint end',
    replace: 'else 0 * $10::bigint + $5::bigint - price_cents::bigint * $4 end',
    noticedBy: ['src/server/features/orders/shipping.test.ts'],
  },
  {
    guard: 'a deleted product is not sold',
    file: place,
    find: ' and archived_at is null\n',
    replace: '\n',
    noticedBy: [guardsTest],
  },
  {
    guard: 'an order is locked while it is changed',
    file: queries,
    find: '    .forUpdate()\n',
    replace: '',
    noticedBy: [races],
  },
  {
    guard: 'units of a lapsed order do not come back a second time',
    file: 'src/server/features/payments/close-order.ts',
    find: 'if (order.held_until) await release',
    replace: 'await release',
    noticedBy: [races],
  },
  {
    guard: 'a hold does not lapse while its payment is processing',
    file: 'src/server/features/payments/expired-reservations.ts',
    find: `payment_intents.status = 'processing'`,
    replace: `payment_intents.status = 'never'`,
    noticedBy: [guardsTest],
  },
  {
    guard: 'a lapsed order is paid at the price of today',
    file: 'src/server/features/payments/open-payment.ts',
    find: 'if (product && product.price_cents !== order.unit_price_cents) {',
    replace: 'if (product && !order) {',
    noticedBy: [guardsTest],
  },
  {
    guard: 'an admin takes no more units out of the stock than there are',
    file: adjustments,
    find: 'between 0 and greatest(',
    replace: 'between -1000 and greatest(',
    noticedBy: [manageProductsTest],
  },
  {
    guard: 'a count of units holds for the stock that was seen',
    file: adjustments,
    find: `where('quantity', '=', seen ?? 0)`,
    replace: `where('quantity', '>=', 0)`,
    noticedBy: [manageProductsTest],
  },
  {
    guard: 'what another admin has written meanwhile is not overwritten',
    file: changeProduct,
    find: `changed.filter((field) => seen[columnOf(field)] !== current[columnOf(field)])`,
    replace: `[]`,
    noticedBy: [manageProductsTest],
  },
  {
    guard: 'an order is kept under its key',
    file: place,
    find: 'from placed where $7 is not null',
    replace: 'from placed where $7 is not null and false',
    noticedBy: [repeatedTest, races],
  },
  {
    guard: 'orders that repeat each other without a key go one after the other',
    file: place,
    find: 'select pg_advisory_xact_lock(hashtextextended($1, 0))',
    replace: 'select length($1)',
    noticedBy: [races],
  },
  {
    guard: 'another request under a used key is refused',
    file: idempotency,
    find: `  if (row.request_hash !== hash) throw new AppError('key-reused')\n`,
    replace: '',
    noticedBy: [repeatedTest],
  },
  {
    guard: 'a repeated request has no second effect',
    file: idempotency,
    find: 'if (!attempt) return effect(trx)',
    replace: 'return effect(trx)',
    noticedBy: ['src/server/features/products/products.test.ts'],
  },
]
