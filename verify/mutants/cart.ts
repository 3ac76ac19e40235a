import type { Mutant } from './mutant.ts'

const changes = 'src/server/features/cart/change-cart.ts'
const lists = 'src/server/features/cart/saved-lists.ts'

const cartTest = 'src/server/features/cart/cart.test.ts'
const listsTest = 'src/server/features/cart/saved-lists.test.ts'

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
]
