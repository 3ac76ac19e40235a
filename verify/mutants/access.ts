import type { Mutant } from './mutant.ts'

const access = 'src/server/http/access.ts'
const orderQueries = 'src/server/features/orders/queries.ts'

const limitedTest = 'src/server/http/limits/limited-endpoints.test.ts'
const ordersTest = 'src/server/features/orders/orders.test.ts'
const ownOrdersTest = 'src/server/features/own-orders/own-orders.test.ts'
const rightsTest = 'src/server/features/users/rights.test.ts'

const anothersOrder = {
  file: ordersTest,
  test: 'another customer can neither read nor delete my order nor learn that it exists',
}
const lossOf = (what: string) => ({
  file: rightsTest,
  test: `an admin who loses the ${what} has no rights on the next request`,
})

/** Who may. */
export const accessMutants: Mutant[] = [
  {
    guard: 'an order is read by its owner',
    file: orderQueries,
    find: `where('id', '=', id)\n  if (userId) query = query.where('user_id', '=', userId)\n`,
    replace: `where('id', '=', id)\n`,
    noticedBy: [anothersOrder],
  },
  {
    guard: 'an order is deleted by its owner',
    file: 'src/server/features/payments/close-order.ts',
    find: 'order.user_id !== closing.userId || ',
    replace: '',
    noticedBy: [anothersOrder],
  },
  {
    guard: 'an order is listed for its owner',
    file: orderQueries,
    find: `limit(limit)\n  if (userId) query = query.where('user_id', '=', userId)\n`,
    replace: `limit(limit)\n`,
    noticedBy: [
      {
        file: ordersTest,
        test: 'My Order holds nobody else’s orders',
      },
    ],
  },
  {
    guard: 'an order is opened for payment by its owner',
    file: 'src/server/features/payments/open-payment.ts',
    find: ' || order.user_id !== user.id',
    replace: '',
    noticedBy: [
      {
        file: 'src/server/features/payments/payment-guards.test.ts',
        test: `another's order is not opened for payment`,
      },
    ],
  },
  {
    guard: 'a payment is reported by the owner of the order',
    file: 'src/server/features/payments/routes.ts',
    find: 'findOrder(database.db, id, user.id)',
    replace: 'findOrder(database.db, id)',
    noticedBy: [
      {
        file: 'src/server/features/payments/payments.test.ts',
        test: 'made-up, foreign, cheaper, unpaid and reused transactions pay nothing',
      },
    ],
  },
  {
    guard: 'an invoice is for the owner of the order',
    file: 'src/server/features/own-orders/routes.ts',
    find: 'findOneOrder(db, params.id, user.isAdmin ? undefined : user.id)',
    replace: 'findOneOrder(db, params.id)',
    noticedBy: [
      {
        file: ownOrdersTest,
        test: "another's invoice is missing, as is one that was never there",
      },
    ],
  },
  {
    guard: 'there is no invoice of an order that nobody paid',
    file: 'src/server/features/own-orders/routes.ts',
    find: "if (order.status === 'unpaid') throw new AppError('not-paid')",
    replace: '',
    noticedBy: [
      {
        file: ownOrdersTest,
        test: 'an invoice is of a shipped or refunded order too, and of none that nobody paid',
      },
    ],
  },
  {
    guard: 'a page of my orders holds nobody else’s',
    file: 'src/server/features/own-orders/queries.ts',
    find: `await chosen
    .where('user_id', '=', userId)`,
    replace: 'await chosen',
    noticedBy: [
      {
        file: ownOrdersTest,
        test: 'my orders by page tell what has become of each, newest first, and of nobody else',
      },
      {
        file: ownOrdersTest,
        test: 'what was deleted unpaid is shown where it is asked for, and nowhere else',
      },
    ],
  },
  {
    guard: 'a session that was signed out is over',
    file: access,
    find: ` and not exists (
     select from revoked_sessions where user_id = users.id and signed_in_at = $2)`,
    replace: ' and $2::timestamptz is not null',
    noticedBy: [
      {
        file: 'src/server/http/access.test.ts',
        test: 'logging out ends the sign-in on the next request, its ID token included',
      },
    ],
  },
  {
    guard: 'signing out everywhere ends the sessions of before',
    file: access,
    find: '\n     and (signed_out_before is null or signed_out_before <= $2)',
    replace: '',
    noticedBy: [
      {
        file: 'src/server/features/accounts/accounts.test.ts',
        test: 'signing out everywhere ends every token of before, on the next request',
      },
    ],
  },
  {
    guard: 'the time of a sign-in is the database’s',
    file: 'src/server/services/identity/embedded-provider.ts',
    find: '{ createdAt: await databaseTime(db) }',
    replace: '{}',
    noticedBy: [-10, 10].map((minutes) => ({
      file: 'src/server/features/accounts/clocks.test.ts',
      test: `a new password ends the sign-ins of before and none of after, on a node whose clock is ${minutes} minutes off`,
    })),
  },
  {
    guard: 'the account is read anew for every request',
    file: access,
    find: 'const [row] = await findUser(guards.database.pool, [claims.uid, claims.signedInAt])',
    replace: `const seen = (globalThis.seen ??= new Map())
  if (!seen.has(token))
    seen.set(token, await findUser(guards.database.pool, [claims.uid, claims.signedInAt]))
  const [row] = seen.get(token)`,
    noticedBy: [lossOf('role'), lossOf('verified e-mail'), lossOf('account')],
  },
  {
    guard: 'a remembered token ends when it says',
    file: 'src/server/services/identity/access-tokens.ts',
    find: 'known && Date.now() < known.endsAt',
    replace: 'known',
    noticedBy: [
      {
        file: 'src/server/services/identity/access-tokens.test.ts',
        test: 'a token that was found good before is refused from its last second on',
      },
    ],
  },
  {
    guard: 'an account that was closed is over',
    file: access,
    find: 'deactivated_at is null\n',
    replace: 'true\n',
    noticedBy: [lossOf('account')],
  },
  {
    guard: 'an admin has a verified e-mail',
    file: access,
    find: `isAdmin: role === 'admin' && isVerified`,
    replace: `isAdmin: role === 'admin'`,
    noticedBy: [lossOf('verified e-mail')],
  },
  {
    guard: 'a call for admins turns others away',
    file: access,
    find: `  if (access === 'admin' && !user.isAdmin) throw new AppError('forbidden')\n`,
    replace: '',
    noticedBy: [lossOf('role')],
  },
  {
    guard: 'ID tokens that fail are counted',
    file: access,
    find: '.verify(token).catch(countFailure)',
    replace: '.verify(token)',
    noticedBy: [
      {
        file: limitedTest,
        test: 'ID tokens that fail are soon refused as too many, and colleagues at the address still renew theirs',
      },
    ],
  },
  {
    guard: 'a call is counted as what it is',
    file: 'src/server/http/route.ts',
    find: '      if (limit && user) guards.limits.take(limit, user.id)\n',
    replace: '',
    noticedBy: [
      {
        file: limitedTest,
        test: 'a call of a customer counts for the account among all its calls, and as what it is',
      },
    ],
  },
  {
    guard: 'an uploaded picture is read by the loaders of photographs only',
    file: 'src/server/services/images/image-store.ts',
    find: `  sharp.block({ operation: ['VipsForeignLoad'] })\n`,
    replace: '',
    noticedBy: ['svg', 'gif', 'tiff'].map((kind) => ({
      file: 'src/server/services/images/image-store.test.ts',
      test: `what would read ${kind} does not run at all`,
    })),
  },
]
