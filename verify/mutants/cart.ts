import type { Mutant } from './mutant.ts'

const changes = 'src/server/features/cart/change-cart.ts'
const lists = 'src/server/features/cart/saved-lists.ts'

const cartTest = 'src/server/features/cart/cart.test.ts'
const listsTest = 'src/server/features/cart/saved-lists.test.ts'

const ordered = 'src/server/features/cart/ordered-cart.ts'
const fromCart = 'src/server/features/orders/place/place-unless-ordered.ts'
const sameList = 'src/server/features/orders/place/refuse-same-list.ts'
const attempts = 'src/server/features/orders/place/end-attempt.ts'
const sameListTest = 'src/server/features/orders/place/same-list.test.ts'
const fromCartTest = 'src/server/features/orders/place/place-from-cart.test.ts'
const cartOnceTest = 'src/server/features/orders/place/place-cart-once.test.ts'

/** Whose carts and lists a call changes, and how many there are. */
export const cartMutants: Mutant[] = [
  {
    guard: 'units leave the cart of the caller only',
    file: changes,
    find: 'sql`user_id = ${userId} and product_id = product`',
    replace: 'sql`product_id = product`',
    noticedBy: [cartTest],
  },
  {
    guard: 'a seen price is stored in the cart of the caller only',
    file: changes,
    find: 'where user_id = ${userId} and product_id = product`.execute(trx)\n  return',
    replace: 'where product_id = product`.execute(trx)\n  return',
    noticedBy: [cartTest],
  },
  {
    guard: 'a cart has a limited number of parts',
    file: changes,
    find: 'if (counted.count > cartLinesMax)',
    replace: 'if (counted.count > cartLinesMax + 1)',
    noticedBy: [cartTest],
  },
  {
    guard: 'changes of one cart wait for each other, so that its limit holds',
    file: changes,
    find: 'sql`select pg_advisory_xact_lock(',
    replace: 'sql`select concat(',
    noticedBy: [cartTest, listsTest],
  },
  {
    guard: 'a cart is filled from a list of the caller only',
    file: lists,
    find: "    .where('saved_lists.id', '=', id)\n    .where('user_id', '=', userId)\n",
    replace: "    .where('saved_lists.id', '=', id)\n",
    noticedBy: [listsTest],
  },
  {
    guard: 'an account renames its own lists only',
    file: lists,
    find: ".set({ name })\n    .where('id', '=', id)\n    .where('user_id', '=', userId)",
    replace: ".set({ name })\n    .where('id', '=', id)",
    noticedBy: [listsTest],
  },
  {
    guard: 'an account deletes its own lists only',
    file: lists,
    find: ".deleteFrom('saved_lists')\n    .where('id', '=', id)\n    .where('user_id', '=', userId)",
    replace: ".deleteFrom('saved_lists')\n    .where('id', '=', id)",
    noticedBy: [listsTest],
  },
  {
    guard: 'a list replaces a list of the caller only',
    file: lists,
    find: 'where user_id = ${userId} and lower(name)',
    replace: 'where lower(name)',
    noticedBy: [listsTest],
  },
  {
    guard: 'a list that the account has just ordered is refused',
    file: fromCart,
    find: 'if (earlier) await refuseSameList',
    replace: 'if (earlier?.again.length) await refuseSameList',
    noticedBy: [sameListTest],
  },
  {
    guard: 'orders of lists of an account wait for each other',
    file: sameList,
    find: '`select pg_advisory_xact_lock(',
    replace: '`select concat(',
    noticedBy: [sameListTest],
  },
  {
    guard: 'the orders of other accounts are not those of the list',
    file: sameList,
    find: 'where user_id = ${p.userId} and deleted_at is null and status',
    replace: 'where deleted_at is null and status',
    noticedBy: [sameListTest],
  },
  {
    guard: 'an order with a part of the list is asked about',
    file: sameList,
    find: '> least(line_count, cardinality(${p.list}::uuid[]))',
    replace: '> 2 * (line_count - 1) and line_count = cardinality(${p.list}::uuid[])',
    noticedBy: [sameListTest],
  },
  {
    guard: 'an order of one row is compared by its whole list',
    file: 'src/server/features/orders/place-order.ts',
    find: '...(order.list ?? [])',
    replace: '...(order.list ?? []).slice(order.list?.length)',
    noticedBy: [sameListTest],
  },
  {
    guard: 'an order of a cart waits for changes of the cart, and for other orders of it',
    file: ordered,
    find: '`select pg_advisory_xact_lock(',
    replace: '`select concat(',
    noticedBy: [fromCartTest],
  },
  {
    guard: 'a cart that is not as the page showed it is not ordered',
    file: ordered,
    find: 'if (changed.length === 0) return',
    replace: 'if (changed.length >= 0) return',
    noticedBy: [fromCartTest],
  },
  {
    guard: 'lines that an order took are ordered again only by a buyer who knows that order',
    file: ordered,
    find: 'one.product === product && known.has(one.id)',
    replace: 'one.product === product',
    noticedBy: [fromCartTest],
  },
  {
    guard: 'only lines that the page showed in the cart are ordered from it',
    file: 'src/contract/quick-order.ts',
    find: 'if (quantity <= (shown.get(',
    replace: 'if (quantity >= (shown.get(',
    noticedBy: [fromCartTest],
  },
  {
    guard: 'an order that orders lines again is known to the next device too',
    file: ordered,
    find: '::integer[]) as ordered (product_id, units)',
    replace:
      '::integer[]) as ordered (product_id, units) join cart_lines using (product_id)\n     where user_id = ${p.userId}',
    noticedBy: [fromCartTest],
  },
  {
    guard: 'the ordered lines leave the cart with the order',
    file: fromCart,
    find: '  if (cart) await takeOutOfCart(client, { userId, order, products, quantities })\n',
    replace: '  takeOutOfCart.toString().concat(order, ...products, quantities.join())\n',
    noticedBy: [fromCartTest],
  },
  {
    guard: 'a repeated key places no second order of a cart',
    file: fromCart,
    find: 'if (claimed.length === 0)',
    replace: 'if (claimed.length < 0)',
    noticedBy: [cartOnceTest],
  },
  {
    guard: 'a key whose outcome was asked for places no order later',
    file: attempts,
    find: '  await useUpKey(pool, { userId, key })\n',
    replace: '  useUpKey.text.concat(userId)\n',
    noticedBy: [cartOnceTest],
  },
  {
    guard: 'the outcome of a key is answered to its account only',
    file: attempts,
    find: 'where known.user_id = ${p.userId} and key = ${p.key}',
    replace: 'where key = ${p.key}',
    noticedBy: [cartOnceTest],
  },
]
