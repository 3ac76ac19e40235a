import type { Mutant } from './mutant.ts'

const access = 'src/server/http/access.ts'
const orderQueries = 'src/server/features/orders/queries.ts'

const limitedTest = 'src/server/http/limits/limited-endpoints.test.ts'
const ordersTest = 'src/server/features/orders/orders.test.ts'
const ownOrdersTest = 'src/server/features/own-orders/own-orders.test.ts'
const rightsTest = 'src/server/features/users/rights.test.ts'

/** Authorisation and rate limits. */
export const accessMutants: Mutant[] = [
  {
    guard: 'only its owner reads an order',
    file: orderQueries,
    find: `where('id', '=', id)\n  if (userId) query = query.where('user_id', '=', userId)\n`,
    replace: `where('id', '=', id)\n`,
    noticedBy: [ordersTest],
  },
  {
    guard: 'only its owner deletes an order',
    file: 'src/server/features/payments/close-order.ts',
    find: 'order.user_id !== closing.userId || ',
    replace: '',
    noticedBy: [ordersTest],
  },
  {
    guard: 'only its owner reads an order in a list',
    file: orderQueries,
    find: `offset(skip)\n  if (userId) query = query.where('user_id', '=', userId)\n`,
    replace: `offset(skip)\n`,
    noticedBy: [ordersTest],
  },
  {
    guard: 'only its owner opens the payment of an order',
    file: 'src/server/features/payments/open-payment.ts',
    find: ' || order.user_id !== user.id',
    replace: '',
    noticedBy: ['src/server/features/payments/payment-guards.test.ts'],
  },
  {
    guard: 'only the owner of the order reports its payment',
    file: 'src/server/features/payments/routes.ts',
    find: 'findOrder(database.db, id, user.id)',
    replace: 'findOrder(database.db, id)',
    noticedBy: ['src/server/features/payments/payments.test.ts'],
  },
  {
    guard: 'only the owner of the order, or an admin, gets its invoice',
    file: 'src/server/features/own-orders/routes.ts',
    find: `ownOrders.invoice, async ({ params, user }) => {
    const order = await findOneOrder(db, params.id, user.isAdmin ? undefined : user.id)`,
    replace: `ownOrders.invoice, async ({ params, user }) => {
    const order = await findOneOrder(db, params.id)`,
    noticedBy: [ownOrdersTest],
  },
  {
    guard: 'only the owner of the order, or an admin, gets its credit notes',
    file: 'src/server/features/own-orders/routes.ts',
    find: `query: { number }, user }) => {
    const order = await findOneOrder(db, params.id, user.isAdmin ? undefined : user.id)`,
    replace: `query: { number }, user }) => {
    const order = await findOneOrder(db, params.id)`,
    noticedBy: ['src/server/features/own-orders/order-documents.test.ts'],
  },
  {
    guard: 'an unpaid order has no invoice',
    file: 'src/server/features/own-orders/routes.ts',
    find: "if (!order.invoice) throw new AppError('not-paid')",
    replace: '',
    noticedBy: [ownOrdersTest],
  },
  {
    guard: 'a page of My Order contains own orders only',
    file: 'src/server/features/own-orders/queries.ts',
    find: "newestFirst(orders).where('user_id', '=', userId)",
    replace: 'newestFirst(orders)',
    noticedBy: [ownOrdersTest],
  },
  {
    guard: 'a token of a revoked session is refused',
    file: access,
    find: ` and not exists (
     select from revoked_sessions where user_id = users.id and signed_in_at = signed_in)`,
    replace: '',
    noticedBy: ['src/server/http/access.test.ts'],
  },
  {
    guard: 'a sign-out of all devices revokes all earlier sessions',
    file: access,
    find: '\n     and (signed_out_before is null or signed_out_before <= signed_in)',
    replace: '',
    noticedBy: ['src/server/features/accounts/accounts.test.ts'],
  },
  {
    guard: 'the time of a sign-in is taken from the database',
    file: 'src/server/services/identity/embedded-provider.ts',
    find: 'select now() as "createdAt", "emailVerified" as',
    replace: 'select "emailVerified" as',
    noticedBy: ['src/server/features/accounts/clocks.test.ts'],
  },
  {
    guard: 'the account is read on every request',
    file: access,
    find: 'const row = await readUser(guards.database.pool, keyOf(claims))',
    replace: `const seen = (globalThis.seen ??= new Map())
  if (!seen.has(token)) seen.set(token, await readUser(guards.database.pool, keyOf(claims)))
  const row = seen.get(token)`,
    noticedBy: [rightsTest],
  },
  {
    guard: 'simultaneous calls get the account of their own token',
    file: access,
    find: '[keyOf(row), row]',
    replace: '[keys.shift(), row]',
    noticedBy: ['src/server/http/access.test.ts'],
  },
  {
    guard: 'simultaneous calls count for the time of their own sign-in',
    file: access,
    find: 'keys.map(signInOf)',
    replace: 'keys.map(() => signInOf(keys[0]))',
    noticedBy: ['src/server/http/access.test.ts'],
  },
  {
    guard: 'a cached token expires at its own time',
    file: 'src/server/services/identity/access-tokens.ts',
    find: 'known && Date.now() < known.endsAt',
    replace: 'known',
    noticedBy: ['src/server/services/identity/access-tokens.test.ts'],
  },
  {
    guard: 'a closed account is refused',
    file: access,
    find: 'deactivated_at is null\n',
    replace: 'true\n',
    noticedBy: [rightsTest],
  },
  {
    guard: 'an admin needs a verified e-mail address',
    file: access,
    find: `isAdmin: role === 'admin' && isVerified`,
    replace: `isAdmin: role === 'admin'`,
    noticedBy: [rightsTest],
  },
  {
    guard: 'a call for admins is refused for others',
    file: access,
    find: `  if (access === 'admin' && !user.isAdmin) throw new AppError('forbidden')\n`,
    replace: '',
    noticedBy: [rightsTest],
  },
  {
    guard: 'invalid ID tokens are rate limited',
    file: access,
    find: '.verify(token).catch(countFailure)',
    replace: '.verify(token)',
    noticedBy: [limitedTest],
  },
  {
    guard: 'a call with its own rate limit is counted against it',
    file: 'src/server/http/route.ts',
    find: '      if (limit && user) limits.take(limit, user.id)\n',
    replace: '',
    noticedBy: [limitedTest],
  },
  {
    guard: 'an uploaded picture is decoded as JPEG, PNG, WebP or AVIF only',
    file: 'src/server/services/images/encode-picture.ts',
    find: `  sharp.block({ operation: ['VipsForeignLoad'] })\n`,
    replace: '',
    noticedBy: ['src/server/services/images/image-store.test.ts'],
  },
]
