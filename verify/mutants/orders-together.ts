import type { Mutant } from './mutant.ts'

const file = 'src/server/features/orders/place/place-together.ts'
const noticedBy = ['src/server/features/orders/place/place-together.test.ts']
const obstacles = ['src/server/features/orders/place/place-together-obstacles.test.ts']

/** The statement that places concurrent orders together, each only if the statement for one order would. */
export const togetherMutants: Mutant[] = [
  {
    guard: 'orders at once: one of each account',
    file,
    find: 'select distinct on (user_id) *',
    replace: 'select *',
    noticedBy,
  },
  {
    guard: 'orders at once are placed only within the limits of their accounts',
    file,
    find: 'where is_free and is_in_time and',
    replace: 'where is_in_time and',
    noticedBy,
  },
  {
    guard: 'orders at once do not fail for one of more units than are in stock',
    file,
    find: ' and units <= in_stock\n',
    replace: '\n',
    noticedBy,
  },
  {
    guard: 'orders of one product at once take no more than its stock',
    file,
    find: 'where quantity >= units\n        and',
    replace: 'where',
    noticedBy,
  },
  {
    guard: 'uncovered orders at once are reserved only within the bound of all accounts',
    file,
    find: "\n        and (not is_uncovered\n          or ${isInBound('units')})",
    replace: '',
    noticedBy,
  },
  {
    guard: 'uncovered orders at once are counted',
    file,
    find: 'uncovered_units = uncovered_before + uncovered,',
    replace: 'uncovered_units = uncovered_before,',
    noticedBy,
  },
  {
    guard: 'orders at once are sold from the minimum of each product on, in whole packs',
    file,
    find: " and ${isSoldIn('units')}\n",
    replace: '\n',
    noticedBy,
  },
  {
    guard: 'the total of each order at once is the total that its buyer agreed to',
    file,
    find: "\n        and ${isAgreedTotal(goods, listGoods, { total: 'total', shipping: 'shipping' })}",
    replace: '',
    noticedBy,
  },
  {
    guard: 'an archived product is not sold by orders at once',
    file,
    find: ' and archived_at is null',
    replace: '',
    noticedBy,
  },
  {
    guard: 'orders at once do not fail for one of a known key',
    file,
    find: 'where known.user_id = terms.user_id and known.key = terms.key)',
    replace: 'where false)',
    noticedBy: obstacles,
  },
  {
    guard: 'orders at once do not wait for a product that is locked',
    file,
    find: ' skip locked\n',
    replace: '\n',
    noticedBy: obstacles,
  },
  {
    guard: 'orders at once do not wait for an account that is locked',
    file,
    find: " where ${tryLockReservations('user_id')}\n",
    replace: '\n',
    noticedBy: obstacles,
  },
  {
    guard: 'orders at once do not wait for a key that is being stored',
    file,
    find: "const lockTimeout = '100ms'",
    replace: "const lockTimeout = '0ms'",
    noticedBy: obstacles,
  },
  {
    guard: 'orders at once lock their products',
    file,
    find: '     for no key update of products skip locked\n',
    replace: '',
    noticedBy: obstacles,
  },
  {
    guard: 'orders at once are stored under their keys',
    file,
    find: "hash: 'hash', from: 'taken' })}",
    replace: "hash: 'hash', from: 'taken where false' })}",
    noticedBy,
  },
  {
    guard: 'orders at once are placed again only if the database has refused them',
    file,
    find: 'const isRefused = error instanceof pg.DatabaseError',
    replace: 'const isRefused = error instanceof Error',
    noticedBy: obstacles,
  },
  {
    guard: 'an order that the database refuses does not take the others with it',
    file,
    find: 'const isRefused = error instanceof pg.DatabaseError',
    replace: 'const isRefused = false',
    noticedBy: obstacles,
  },
]
