import type { Mutant } from './mutant.ts'

const linePrices = 'src/server/features/orders/place/line-prices.ts'
const placedRows = 'src/server/features/orders/place/placed-rows.ts'
const unitPrice = 'src/contract/prices/unit-price.ts'
const firstMigration = 'src/server/db/migrations/0084-ladders-and-price-lists.sql'
const orderMigration = 'src/server/db/migrations/0085-orders-at-lower-prices.sql'

const ladderPricesTest = 'src/server/features/orders/place/ladder-prices.test.ts'
const accountPricesTest = 'src/server/features/orders/place/account-prices.test.ts'
const linePriceTest = 'src/server/features/prices/line-price.test.ts'
const ruleTest = 'src/contract/prices/unit-price.test.ts'
const laddersTest = 'src/server/features/prices/ladders.test.ts'
const listsTest = 'src/server/features/prices/price-lists.test.ts'

const ownOrder = 'src/server/features/prices/own-order.ts'
const ownCatalogueTest = 'src/server/features/prices/own-catalogue.test.ts'

/** What a unit costs each buyer. */
export const priceMutants: Mutant[] = [
  {
    guard:
      'the catalogue of an account is in the order of the prices of its own list, not of another',
    file: ownOrder,
    find: 'where own.price_list = ${list} and own.product_id',
    replace: 'where own.product_id',
    noticedBy: [ownCatalogueTest],
  },
  {
    guard: 'the catalogue of an account has the own prices of its list alone',
    file: ownOrder,
    find: 'sql`price_list = ${list} and min_quantity = 1`',
    replace: 'sql`min_quantity = 1`',
    noticedBy: [ownCatalogueTest],
  },
  {
    guard: 'a visitor is not answered at the prices of an account',
    file: 'src/contract/prices/price-paths.ts',
    find: "path: '/prices/products', access: 'customer'",
    replace: "path: '/prices/products', access: 'public'",
    noticedBy: [ownCatalogueTest],
  },
  {
    guard: 'the lowest price that a quantity reaches applies',
    file: unitPrice,
    find: 'rung.from <= quantity && isBefore(rung, lowest)',
    replace: 'rung.from <= quantity',
    noticedBy: [ruleTest],
  },
  {
    guard: 'the lowest price that a quantity reaches applies in the database',
    file: firstMigration,
    find: '(ladder[2 * i], ladder[2 * i - 1]) < (cents, since)',
    replace: 'true',
    noticedBy: [linePriceTest],
  },
  {
    guard: 'a rung applies from its number of units on',
    file: firstMigration,
    find: 'if ladder[2 * i - 1] <= units and (',
    replace: 'if (',
    noticedBy: [linePriceTest, ladderPricesTest],
  },
  {
    guard: 'a price list never makes a price higher than the public one',
    file: firstMigration,
    find: '  if rung.cents < cents then\n    cents := rung.cents;\n    origin := list',
    replace: '  if true then\n    cents := rung.cents;\n    origin := list',
    noticedBy: [linePriceTest, accountPricesTest],
  },
  {
    guard: 'TRIGGER: breaks are a ladder',
    file: firstMigration,
    find: 'when (new.breaks is not null and not is_ladder(new.breaks))',
    replace: 'when (false)',
    noticedBy: [linePriceTest],
  },
  {
    guard: 'CHECK: the list price of a line is above its unit price',
    file: firstMigration,
    find: ', list_price_cents - unit_price_cents) > 0',
    replace: ') > 0',
    noticedBy: ['src/server/db/constraints.test.ts'],
  },
  {
    guard: 'the buyer agreed to the total by the rule, or to the higher one without lower prices',
    file: orderMigration,
    find: 'return agreed = total or agreed > total\n    and',
    replace: 'return agreed >= total or',
    noticedBy: [ladderPricesTest],
  },
  {
    guard:
      'the total without lower prices is accepted only if it is not below the total by the rule',
    file: orderMigration,
    find: 'or agreed > total\n    and',
    replace: 'or',
    noticedBy: ['src/server/features/orders/shipping.test.ts'],
  },
  {
    guard: 'an order is stored at the total by the rule',
    file: placedRows,
    find: '?? `${goods}',
    replace: "?? `${goods.replace('unit_cents', 'price_cents')}",
    noticedBy: [ladderPricesTest],
  },
  {
    guard: 'a line keeps the unit price by the rule',
    file: placedRows,
    find: 'unit_cents, nullif(price_cents, unit_cents),',
    replace: 'price_cents, null,',
    noticedBy: [ladderPricesTest],
  },
  {
    guard: 'own prices are those of the list that the account is on',
    file: 'src/server/features/prices/own-pairs.ts',
    find: 'where list_prices.price_list = ${list} and',
    replace: 'where ${list} is not null and',
    noticedBy: [accountPricesTest],
  },
  {
    guard: 'the list is that of the account that orders',
    file: linePrices,
    find: 'on email_verified and price_lists.id = price_list\n    where users.id = ${account}',
    replace: 'on true where users.id = ${account} limit 1',
    noticedBy: [accountPricesTest],
  },
  {
    guard: 'the goods of an order are at least what its list asks for',
    file: linePrices,
    find: 'condition: `goods >= (select coalesce(greatest(min_order_cents, ${chargeMin}), 0) from list)`',
    replace: "condition: 'true'",
    noticedBy: [accountPricesTest],
  },
  {
    guard: 'an order is priced after the wait for its products',
    file: linePrices,
    find: 'cents: `(${ofAccount}).cents`',
    replace: "cents: '(select cents from line_price(0, null, 0, null, 0, null))'",
    noticedBy: [accountPricesTest],
  },
  {
    guard: 'an account asks for the prices of its own list',
    file: 'src/server/features/prices/routes.ts',
    find: 'loadAccountList(pool, user.priceList, ids)',
    replace: "loadAccountList(pool, user.priceList && '00000000-0000-0000-0000-000000000000', ids)",
    noticedBy: [listsTest],
  },
  {
    guard: 'own prices are those of one list',
    file: 'src/server/features/prices/account-list.ts',
    find: 'from list_prices where price_list = price_lists.id and product_id',
    replace: 'from list_prices where product_id',
    noticedBy: ['src/server/features/prices/own-prices.test.ts', accountPricesTest],
  },
  {
    guard: 'a rung is below the price of one unit',
    file: 'src/server/features/products/change-product.ts',
    find: '    refuseBreaks({ ...current, ...after })\n',
    replace: '',
    noticedBy: [laddersTest],
  },
  {
    guard: 'an import of breaks does not overwrite rungs that were added after its dry run',
    file: 'src/server/features/imports/columns.ts',
    find: 'or ${current} -> ${key} = r.before -> ${key})',
    replace: 'or true)',
    noticedBy: ['src/server/features/imports/price-breaks.test.ts'],
  },
  {
    guard: 'an unverified address is put on no list',
    file: 'src/server/features/prices/list-prices.ts',
    find: 'if (!account.email_verified) {',
    replace: 'if (false) {',
    noticedBy: [listsTest],
  },
  {
    guard: 'an account is taken off the list that it is on only',
    file: 'src/server/features/prices/list-prices.ts',
    find: "      .where('price_list', '=', id)\n      .returning('id')",
    replace: "      .returning('id')",
    noticedBy: [listsTest],
  },
  {
    guard: 'a list with accounts is not deleted',
    file: 'src/server/features/prices/price-lists.ts',
    find: '    if (account) {\n',
    replace: '    if (account && !id) {\n',
    noticedBy: [listsTest],
  },
  {
    guard: 'an order with an expired reservation is renewed at the prices of its account',
    file: 'src/server/features/payments/open-payment.ts',
    find: 'const list = await loadAccountListIn(trx, priceList, ids)',
    replace: 'const list = priceList === trx ? undefined : undefined',
    noticedBy: ['src/server/features/orders/renewed-reservations.test.ts'],
  },
  {
    guard: 'the same order at the total without lower prices is placed once',
    file: 'src/server/features/orders/place/find-repeated.ts',
    find: "${isAgreed(`${p.totalCents}::bigint`, 'total_cents', listTotalOf(listTotal))}",
    replace: 'total_cents = ${p.totalCents}::bigint and ${p.shippingCents}::bigint >= 0',
    noticedBy: [ladderPricesTest],
  },
]
