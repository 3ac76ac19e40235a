import type { Mutant } from './mutant.ts'

const own = 'src/server/features/trade/own-account.ts'
const routes = 'src/server/features/trade/routes.ts'
const deciding = 'src/server/features/trade/decide.ts'
const access = 'src/server/http/access.ts'
const sales = 'src/server/features/trade/sales.ts'
const placing = 'src/server/features/orders/routes.ts'
const migration = 'src/server/db/migrations/0086-trade-accounts.sql'
const invoicedCompany = 'src/server/db/migrations/0094-invoices-after-a-new-address.sql'
const invoicedPerson = 'src/server/db/migrations/0119-names-of-deliveries.sql'

const accountsTest = 'src/server/features/trade/trade-accounts.test.ts'
const invoicesTest = 'src/server/features/trade/trade-invoices.test.ts'
const reservationsTest = 'src/server/features/trade/trade-reservations.test.ts'
const pricesTest = 'src/server/features/trade/trade-prices.test.ts'
const salesTest = 'src/server/features/trade/sales.test.ts'
const matrix = 'src/server/testing/authorisation/authorisation.test.ts'

/** Who has the terms of a trade account. */
export const tradeMutants: Mutant[] = [
  {
    guard: 'a trade account is read and changed by its owner only',
    file: routes,
    find: "if (params.email !== user.email) throw new AppError('forbidden')",
    replace: '',
    noticedBy: [matrix],
  },
  {
    guard: 'the company of an approved account is the one that was approved',
    file: own,
    find: "\n    .where('company', '=', company)",
    replace: '',
    noticedBy: [accountsTest],
  },
  {
    guard: 'the tax id of an approved account is the one that was approved',
    file: own,
    find: "\n    .where('tax_id', '=', taxId)",
    replace: '',
    noticedBy: [accountsTest],
  },
  {
    guard: 'a request does not replace an approved account',
    file: own,
    find: "\n        .where('trade_accounts.state', '<>', 'approved'),",
    replace: ',',
    noticedBy: [accountsTest],
  },
  {
    guard: 'an approved account is not withdrawn',
    file: own,
    find: "\n    .where('state', '<>', 'approved')",
    replace: '',
    noticedBy: [accountsTest],
  },
  {
    guard: 'an admin decides about the facts that the admin has seen',
    file: deciding,
    find: 'facts.some(([fact, value]) => stored.get(fact) !== value)',
    replace: 'facts.length === 0',
    noticedBy: [accountsTest],
  },
  {
    guard: 'an admin decides only what the state allows',
    file: deciding,
    find: "if (!next.includes(state)) throw new AppError('not-in-this-state')",
    replace: '',
    noticedBy: [accountsTest],
  },
  {
    guard: 'only an account with a verified address is approved',
    file: deciding,
    find: "if (state === 'approved' && !isVerified) throw new AppError('email-not-verified')",
    replace: '',
    noticedBy: [accountsTest],
  },
  {
    guard: 'only an approved account has the terms of a trade account',
    file: access,
    find: " and trade.state = 'approved'\n",
    replace: '\n',
    noticedBy: [reservationsTest],
  },
  {
    guard: 'an unverified address has no terms of a trade account',
    file: access,
    find: 'on email_verified and trade.user_id',
    replace: 'on trade.user_id',
    noticedBy: [pricesTest],
  },
  {
    guard: 'an unverified address has no price list',
    file: access,
    find: 'case when email_verified then price_list end as price_list',
    replace: 'price_list',
    noticedBy: [pricesTest],
  },
  {
    guard: 'an unverified address is not exempt from taxes',
    file: 'src/server/features/taxes/destination.ts',
    find: '\n       and email_verified',
    replace: '',
    noticedBy: ['src/server/features/trade/trade-taxes.test.ts'],
  },
  {
    guard: 'an account that demands its own order number places no order without it',
    file: placing,
    find: 'if (user.needsReference && order.reference === undefined) {',
    replace: 'if (false) {',
    noticedBy: [accountsTest],
  },
  {
    guard: 'only the invoice of an approved account names its company',
    file: invoicedCompany,
    find: " and state = 'approved'\n  where orders.id",
    replace: '\n  where orders.id',
    noticedBy: [invoicesTest],
  },
  {
    guard: 'an invoice of an account that is being erased names no company',
    file: invoicedCompany,
    find: 'join users on users.id = orders.user_id and erasure_requested_at is null\n    join',
    replace: 'join users on users.id = orders.user_id\n    join',
    noticedBy: [invoicesTest],
  },
  {
    guard: 'an invoice of an account that is being erased names no person',
    file: invoicedPerson,
    find: 'join users on users.id = orders.user_id and erasure_requested_at is null\n      and',
    replace: 'join users on users.id = orders.user_id and',
    noticedBy: [invoicesTest],
  },
  {
    guard: 'the company leaves an invoice with the name of the buyer',
    file: migration,
    find: 'new.bill_to_company := null;',
    replace: '',
    noticedBy: [invoicesTest],
  },
  {
    guard: 'a closed trade account has the public prices',
    file: deciding,
    find: "const list = state === 'approved' ? priceList : null",
    replace: 'const list = priceList',
    noticedBy: [pricesTest],
  },
  {
    guard: 'a refusal takes no price list away',
    file: deciding,
    find: "if (state !== 'refused') await setPriceList",
    replace: 'await setPriceList',
    noticedBy: [pricesTest],
  },
  {
    guard: 'a trade account gets a price list that exists',
    file: deciding,
    find: "if (!found) throw new AppError('invalid', { errors: [error] })",
    replace: '',
    noticedBy: [pricesTest],
  },
  {
    guard: 'sales are of orders that were paid and not refunded',
    file: sales,
    find: "orders.status in ('paid', 'shipped') and ",
    replace: '',
    noticedBy: [salesTest],
  },
]
