import type { Mutant } from './mutant.ts'
import { limitMutants } from './reservation-limits.ts'
import { togetherMutants } from './orders-together.ts'

const place = 'src/server/features/orders/place-order.ts'
const insert = 'src/server/features/orders/place/insert-order.ts'
const orderRules = 'src/server/features/products/order-rules.ts'
const queries = 'src/server/features/orders/queries.ts'
const reservations = 'src/server/features/stock/reservations.ts'
const idempotency = 'src/server/http/idempotency.ts'
const adjustments = 'src/server/features/stock/adjustments.ts'
const changeProduct = 'src/server/features/products/change-product.ts'

const placeTest = 'src/server/features/orders/place-order.test.ts'
const linesTest = 'src/server/features/orders/order-lines.test.ts'
const repeatedTest = 'src/server/features/orders/repeated-orders.test.ts'
const manageProductsTest = 'src/server/features/products/manage-products.test.ts'
const guardsTest = 'src/server/features/payments/payment-guards.test.ts'
const lockOrderTest = 'src/server/features/orders/lock-order.test.ts'
const lineRaces = 'verify/races/order-lines.test.ts'
const races = 'verify/races/races.test.ts'

/** Placing orders, reserving and releasing units. */
export const stockMutants: Mutant[] = [
  ...limitMutants,
  ...togetherMutants,
  {
    guard: 'an order takes units only if enough are in stock',
    file: insert,
    find: 'quantity >= units\n          and ${isSoldIn',
    replace: '${isSoldIn',
    noticedBy: [linesTest],
  },
  {
    guard: 'an order of one line takes units only if enough are in stock',
    file: reservations,
    find: ' and quantity >= ${units}\n    and ${condition}',
    replace: ' and ${condition}',
    noticedBy: [placeTest],
  },
  {
    guard: 'an expired reservation is renewed only if enough units are in stock',
    file: reservations,
    find: ' and (select bool_and(in_stock >= units) from line)\n',
    replace: '\n',
    noticedBy: ['src/server/features/payments/payments.test.ts', linesTest],
  },
  {
    guard: 'an order is placed only if all of its parts can be ordered',
    file: insert,
    find: 'bool_and(is_fine) as is_fine',
    replace: 'bool_or(is_fine) as is_fine',
    noticedBy: [linesTest],
  },
  {
    guard: 'an order has all the lines that were sent',
    file: insert,
    find: 'where lines = cardinality(${p.products}::uuid[]) and is_fine',
    replace: 'where is_fine',
    noticedBy: [linesTest],
  },
  {
    guard: 'the stock that an order leaves is counted from the locked row',
    file: reservations,
    find: '  update products set quantity = ${locked}.in_stock - ${locked}.units,\n',
    replace: '  update products set quantity = products.quantity - ${locked}.units,\n',
    noticedBy: [lockOrderTest, lineRaces],
  },
  {
    guard: 'orders lock their products in the order of the ids',
    file: insert,
    find: '     order by products.id for no key update of products\n',
    replace: '     order by line for no key update of products\n',
    noticedBy: [lockOrderTest],
  },
  {
    guard: 'lines that return lock their products in the order of the ids',
    file: reservations,
    find: '  order by products.id for no key update of products`',
    replace: '  order by line for no key update of products`',
    noticedBy: [lockOrderTest],
  },
  {
    guard: 'the units of each line return',
    file: reservations,
    find: '      from line where products.id = line.id and line.units > 0\n      returning',
    replace:
      '      from (select * from line limit 1) as line where products.id = line.id and line.units > 0\n      returning',
    noticedBy: [linesTest, lineRaces],
  },
  {
    guard: 'the total of an order is the total that the buyer agreed to',
    file: 'src/server/features/orders/place/line-prices.ts',
    find: 'is_agreed_total(\n      ${total},',
    replace: '${total} > 0 or is_agreed_total(${total},',
    noticedBy: [placeTest, linesTest],
  },
  {
    guard: 'the shipping cost comes from the shop’s settings, not from the request',
    file: 'src/server/features/orders/place/line-prices.ts',
    find: '${shipping}, ${freeAbove})`',
    replace: '${total} - (${goods}), ${freeAbove})`',
    noticedBy: ['src/server/features/orders/shipping.test.ts'],
  },
  {
    guard: 'a product is sold from its minimum order on, in whole packs',
    file: insert,
    find: " and ${isSoldIn('units')} as is_fine",
    replace: ' as is_fine',
    noticedBy: [linesTest],
  },
  {
    guard: 'an order of one line is sold from its minimum on, in whole packs',
    file: insert,
    find: ' and ${isSoldIn(p.quantity)}\n',
    replace: '\n',
    noticedBy: [placeTest],
  },
  {
    guard: 'a product is sold from its minimum order on',
    file: orderRules,
    find: '${units}::int >= ${smallestOrder}\n  and ',
    replace: '',
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
    noticedBy: ['src/server/features/stock/uncovered-reservations.test.ts'],
  },
  {
    guard: 'an archived product is not sold',
    file: insert,
    find: 'where archived_at is null and (select',
    replace: 'where (select',
    noticedBy: [linesTest],
  },
  {
    guard: 'an archived product is not sold by an order of one line',
    file: reservations,
    find: ' and archived_at is null and quantity',
    replace: ' and quantity',
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
    find: '!priced.some(({ isChanged }) => isChanged) && ',
    replace: '',
    noticedBy: [guardsTest, linesTest],
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
    find: '(field) => !isDeepStrictEqual(expected[columnOf(field)], current[columnOf(field)]),',
    replace: '() => false,',
    noticedBy: [manageProductsTest],
  },
  {
    guard: 'an order is stored under its idempotency key',
    file: insert,
    find: 'placed where ${p.key} is not null',
    replace: 'placed where ${p.key} is not null and false',
    noticedBy: [repeatedTest, races],
  },
  {
    guard: 'an order repeated under another number of its buyer is a new one',
    file: 'src/server/features/orders/place/find-repeated.ts',
    find: '    and reference is not distinct from ${p.reference}\n',
    replace: '',
    noticedBy: [repeatedTest],
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
    find: `  if (!earlier.isSame) throw new AppError('key-reused')\n`,
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
