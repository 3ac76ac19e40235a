import type { Mutant } from './mutant.ts'
import { limitMutants } from './reservation-limits.ts'

const place = 'src/server/features/orders/place-order.ts'
const orderRules = 'src/server/features/products/order-rules.ts'
const queries = 'src/server/features/orders/queries.ts'
const reservations = 'src/server/features/stock/reservations.ts'
const idempotency = 'src/server/http/idempotency.ts'
const adjustments = 'src/server/features/stock/adjustments.ts'
const changeProduct = 'src/server/features/products/change-product.ts'

const placeTest = 'src/server/features/orders/place-order.test.ts'
const repeatedTest = 'src/server/features/orders/repeated-orders.test.ts'
const manageProductsTest = 'src/server/features/products/manage-products.test.ts'
const guardsTest = 'src/server/features/payments/payment-guards.test.ts'
const races = 'verify/races/races.test.ts'

/** Placing orders, reserving and releasing units. */
export const stockMutants: Mutant[] = [
  ...limitMutants,
  {
    guard: 'an order takes units only if enough are in stock',
    file: reservations,
    find: ' and quantity >= ${units}`',
    replace: '`',
    noticedBy: [placeTest],
  },
  {
    guard: 'an expired reservation is renewed only if enough units are in stock',
    file: reservations,
    find: ' and quantity >= ${quantity}\n',
    replace: '\n',
    noticedBy: ['src/server/features/payments/payments.test.ts'],
  },
  {
    guard: 'the total of an order is the total that the buyer agreed to',
    file: place,
    find: '         = $5::bigint\n',
    replace: '         > 0\n',
    noticedBy: [placeTest],
  },
  {
    guard: 'the shipping cost comes from the shop’s settings, not from the request',
    file: place,
    find: 'else $9::bigint end',
    replace: 'else 0 * $9::bigint + $5::bigint - price_cents::bigint * $4 end',
    noticedBy: ['src/server/features/orders/shipping.test.ts'],
  },
  {
    guard: 'a product is sold from its minimum order on, in whole packs',
    file: place,
    find: "       and ${isSoldIn('$4')}\n",
    replace: '',
    noticedBy: [placeTest],
  },
  {
    guard: 'a product is sold from its minimum order on',
    file: orderRules,
    find: '`${units}::int >= ${smallestOrder} and ',
    replace: '`',
    noticedBy: [placeTest],
  },
  {
    guard: 'a product is sold in whole packs',
    file: orderRules,
    find: ' and ${units}::int % ${packSize} = 0`',
    replace: '`',
    noticedBy: [placeTest],
  },
  {
    guard: 'an account may reserve the smallest order of the product, not of another one',
    file: orderRules,
    find: 'const fewestUnits = `greatest(${minimumOrder}, ',
    replace: 'const fewestUnits = `greatest(10, ',
    noticedBy: ['src/server/features/orders/reservation-limits.test.ts'],
  },
  {
    guard: 'an archived product is not sold',
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
    guard: 'the units of an expired reservation are not returned twice',
    file: 'src/server/features/payments/close-order.ts',
    find: 'if (order.held_until) await release',
    replace: 'await release',
    noticedBy: [races],
  },
  {
    guard: 'a reservation does not expire while its payment is processing',
    file: 'src/server/features/payments/expired-reservations.ts',
    find: `payment_intents.status = 'processing'`,
    replace: `payment_intents.status = 'never'`,
    noticedBy: [guardsTest],
  },
  {
    guard: 'an order with an expired reservation is paid at the current price',
    file: 'src/server/features/payments/open-payment.ts',
    find: 'if (product && product.price_cents !== order.unit_price_cents) {',
    replace: 'if (product && !order) {',
    noticedBy: [guardsTest],
  },
  {
    guard: 'an admin removes no more units than are in stock',
    file: adjustments,
    find: 'between 0 and greatest(',
    replace: 'between -1000 and greatest(',
    noticedBy: [manageProductsTest],
  },
  {
    guard: 'a stock count applies only to the stock that the admin saw',
    file: adjustments,
    find: `where('quantity', '=', seen ?? 0)`,
    replace: `where('quantity', '>=', 0)`,
    noticedBy: [manageProductsTest],
  },
  {
    guard: 'a change does not overwrite the concurrent change of another admin',
    file: changeProduct,
    find: `changed.filter((field) => expected[columnOf(field)] !== current[columnOf(field)])`,
    replace: `[]`,
    noticedBy: [manageProductsTest],
  },
  {
    guard: 'an order is stored under its idempotency key',
    file: place,
    find: 'from placed where $7 is not null',
    replace: 'from placed where $7 is not null and false',
    noticedBy: [repeatedTest, races],
  },
  {
    guard: 'repeated orders without an idempotency key are serialised',
    file: place,
    find: 'select pg_advisory_xact_lock(hashtextextended($1, 0))',
    replace: 'select length($1)',
    noticedBy: [races],
  },
  {
    guard: 'a different request under a used idempotency key is refused',
    file: idempotency,
    find: `  if (row.request_hash !== hash) throw new AppError('key-reused')\n`,
    replace: '',
    noticedBy: [repeatedTest],
  },
  {
    guard: 'a repeated request has one effect',
    file: idempotency,
    find: 'if (!attempt) return effect(trx)',
    replace: 'return effect(trx)',
    noticedBy: ['src/server/features/products/products.test.ts'],
  },
  {
    guard: 'a write invalidates cached and replicated reads',
    file: 'src/server/http/route.ts',
    find: '  if (changesPublicReads(e)) effect = invalidatePublicReads(effect, router.publicReads)\n',
    replace: '',
    noticedBy: ['src/server/db/replica/stale-reads.test.ts'],
  },
]
