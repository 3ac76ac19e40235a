import type { Mutant } from './mutant.ts'

const place = 'src/server/features/orders/place-order.ts'
const queries = 'src/server/features/orders/queries.ts'
const idempotency = 'src/server/http/idempotency.ts'
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
    file: place,
    find: ' and quantity >= $4\n',
    replace: '\n',
    noticedBy: [
      { file: ordersTest, test: 'more than is in stock is refused with the number that is left' },
    ],
  },
  {
    guard: 'a lapsed hold is taken again only if there are enough units',
    file: queries,
    find: `    .where('quantity', '>=', order.quantity)\n`,
    replace: '',
    noticedBy: [
      {
        file: 'src/server/features/payments/payments.test.ts',
        test: 'a lapsed order whose units are gone cannot be paid',
      },
    ],
  },
  {
    guard: 'the total of an order is the one the buyer saw',
    file: place,
    find: '         = $5::bigint\n',
    replace: '         > 0\n',
    noticedBy: [
      { file: ordersTest, test: 'a total that differs by a cent is refused with the right one' },
    ],
  },
  {
    guard: 'what sending an order costs is said by the shop, not by who orders',
    file: place,
    find: 'else $10::bigint end',
    replace: 'else 0 * $10::bigint + $5::bigint - price_cents::bigint * $4 end',
    noticedBy: [
      {
        file: 'src/server/features/orders/shipping.test.ts',
        test: 'a total without the shipping, or with another, is refused with the right one',
      },
    ],
  },
  {
    guard: 'a deleted product is not sold',
    file: place,
    find: 'where id = $3 and archived_at is null',
    replace: 'where id = $3',
    noticedBy: [{ file: guardsTest, test: 'a product that was deleted is not sold' }],
  },
  {
    guard: 'an order is locked while it is changed',
    file: queries,
    find: '    .forUpdate()\n',
    replace: '',
    noticedBy: [
      {
        file: races,
        test: 'all is well wherever these meet: the browser reports, an event is processed',
      },
      {
        file: races,
        test: 'all is well wherever these meet: the order is deleted, the order is deleted',
      },
    ],
  },
  {
    guard: 'units of a lapsed order do not come back a second time',
    file: 'src/server/features/payments/close-order.ts',
    find: 'if (order.held_until) await returnStock',
    replace: 'await returnStock',
    noticedBy: [
      {
        file: races,
        test: 'all is well wherever these meet: the payment is opened, the order is deleted',
      },
    ],
  },
  {
    guard: 'a hold does not lapse while its payment is processing',
    file: 'src/server/features/payments/expired-reservations.ts',
    find: `payment_intents.status = 'processing'`,
    replace: `payment_intents.status = 'never'`,
    noticedBy: [
      { file: guardsTest, test: 'a hold does not lapse while the provider works on its payment' },
    ],
  },
  {
    guard: 'a lapsed order is paid at the price of today',
    file: 'src/server/features/payments/open-payment.ts',
    find: 'if (product && product.price_cents !== order.unit_price_cents) {',
    replace: 'if (product && !order) {',
    noticedBy: [
      {
        file: guardsTest,
        test: 'an order whose hold has lapsed is paid at the price of today, or not at all',
      },
    ],
  },
  {
    guard: 'an admin takes no more units out of the stock than there are',
    file: changeProduct,
    find: 'between 0 and greatest(',
    replace: 'between -1000 and greatest(',
    noticedBy: [
      {
        file: manageProductsTest,
        test: 'never falls below zero nor rises above what is kept',
      },
    ],
  },
  {
    guard: 'a count of units holds for the stock that was seen',
    file: changeProduct,
    find: `where('quantity', '=', seen ?? 0)`,
    replace: `where('quantity', '>=', 0)`,
    noticedBy: [
      {
        file: manageProductsTest,
        test: 'that was counted is taken only while it is what was seen',
      },
    ],
  },
  {
    guard: 'what another admin has written meanwhile is not overwritten',
    file: changeProduct,
    find: `changed.filter((field) => seen[columnOf[field]] !== current[columnOf[field]])`,
    replace: `[]`,
    noticedBy: [
      {
        file: manageProductsTest,
        test: 'stays as somebody else has made it meanwhile, until that was seen',
      },
    ],
  },
  {
    guard: 'an order is kept under its key',
    file: place,
    find: 'from placed where $7 is not null',
    replace: 'from placed where $7 is not null and false',
    noticedBy: [
      {
        file: repeatedTest,
        test: 'the same request under one key is one order; another body under it is refused',
      },
      {
        file: races,
        test: 'one order is placed wherever the same order comes again under its key',
      },
    ],
  },
  {
    guard: 'orders that repeat each other without a key go one after the other',
    file: place,
    find: 'select pg_advisory_xact_lock(hashtextextended($1, 0))',
    replace: 'select length($1)',
    noticedBy: [
      {
        file: races,
        test: 'one order is placed wherever the same order comes again without a key',
      },
    ],
  },
  {
    guard: 'another request under a used key is refused',
    file: idempotency,
    find: `  if (row.request_hash !== hash) throw new AppError('key-reused')\n`,
    replace: '',
    noticedBy: [
      {
        file: repeatedTest,
        test: 'the same request under one key is one order; another body under it is refused',
      },
    ],
  },
  {
    guard: 'a repeated request has no second effect',
    file: idempotency,
    find: 'if (!keyed) return effect(trx)',
    replace: 'return effect(trx)',
    noticedBy: [
      {
        file: 'src/server/features/products/products.test.ts',
        test: 'the same request under one key adds one product',
      },
    ],
  },
]
