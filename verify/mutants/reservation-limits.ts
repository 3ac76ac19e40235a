import type { Mutant } from './mutant.ts'

const shares = 'src/server/db/migrations/0038-reservation-limits.sql'
const migration = 'src/server/db/migrations/0098-reservations-of-an-account.sql'
const refusals = 'src/server/features/orders/reservation-refusals.ts'
const place = 'src/server/features/orders/place/insert-order.ts'
const openPayment = 'src/server/features/payments/open-payment.ts'

const sharesTest = 'src/server/features/orders/first-payment-shares.test.ts'
const limitsTest = 'src/server/features/orders/reservation-limits.test.ts'
const renewedTest = 'src/server/features/orders/renewed-reservations.test.ts'
const atOnceTest = 'src/server/features/orders/simultaneous-reservations.test.ts'

/** Limits that keep an account from holding stock without paying. */
export const limitMutants: Mutant[] = [
  {
    guard: 'an order is placed only within the limits of its account',
    file: place,
    find: ' and (select is_free from room)\n',
    replace: '\n',
    noticedBy: [limitsTest],
  },
  {
    guard: 'an order of one line is placed only within the limits of its account',
    file: place,
    find: 'condition: `(select is_free from room) and ',
    replace: 'condition: `',
    noticedBy: [limitsTest, atOnceTest],
  },
  {
    guard: 'an order takes only the share of the stock that its account may reserve',
    file: place,
    find: ' and beyond_share <= (select full_max from room)\n',
    replace: '\n',
    noticedBy: [limitsTest, sharesTest, atOnceTest],
  },
  {
    guard: 'an order of one line takes only the share of the stock that its account may reserve',
    file: place,
    find: "\n           and ${isInShare('$4::integer', shareOf('room', '1'))}",
    replace: '',
    noticedBy: [limitsTest, sharesTest, atOnceTest],
  },
  {
    guard: 'an unconfirmed account reserves a limited number of products',
    file: migration,
    find: '      and other_products + cardinality(wanted) <= products_max\n',
    replace: '',
    noticedBy: [limitsTest, atOnceTest],
  },
  {
    guard: 'products that an account has reserved count among those that may exceed their share',
    file: migration,
    find: 'greatest(levels[level + 4] - other_products, 0)',
    replace: 'levels[level + 4]',
    noticedBy: [sharesTest, renewedTest, atOnceTest],
  },
  {
    guard: 'an order has no shares only if each of its products may exceed its share',
    file: migration,
    find: 'full_max >= cardinality(wanted)',
    replace: 'full_max > 0',
    noticedBy: [sharesTest],
  },
  {
    guard: 'an account reserves a limited number of lines',
    file: migration,
    find: '      and held_lines + cardinality(wanted) <= lines_max\n',
    replace: '',
    noticedBy: [limitsTest],
  },
  {
    guard: 'the orders of an account are counted one after the other',
    file: migration,
    find: "pg_advisory_xact_lock(hashtextextended('reservations ' || each_account, 0))::text;\n",
    replace: "'';\n",
    noticedBy: [atOnceTest],
  },
  {
    guard: 'the share of the stock includes the units that the account has reserved',
    file: shares,
    find: 'smallest) - held\n',
    replace: 'smallest)\n',
    noticedBy: [limitsTest, atOnceTest],
  },
  {
    guard: 'only a payment raises the limits of an account',
    file: migration,
    find: 'where user_id = account and paid) as',
    replace: 'where user_id = account) as',
    noticedBy: [limitsTest],
  },
  {
    guard: 'an expired reservation is renewed only within the limits of its account',
    file: refusals,
    find: '  if (refusal) throw refusal\n',
    replace: '',
    noticedBy: [renewedTest, atOnceTest],
  },
  {
    guard: 'an expired reservation is renewed only after its units were free for other buyers',
    file: openPayment,
    find: 'seconds_released !== null && seconds_released < limits.pauseSeconds',
    replace: 'seconds_released !== null && seconds_released < 0',
    noticedBy: [renewedTest],
  },
  {
    guard: 'a new order does not extend a reservation that its account has just ended',
    file: migration,
    find: 'coalesce(began_at, now()) + make_interval',
    replace: 'now() + make_interval',
    noticedBy: [renewedTest],
  },
  {
    guard: 'the end of a reservation is recorded',
    file: 'src/server/features/payments/close-order.ts',
    find: '      ...(order.held_until && { released_at: sql<Date>`now()` }),\n',
    replace: '',
    noticedBy: [renewedTest],
  },
  {
    guard: 'new accounts of an address are limited by the hour',
    file: 'src/server/http/limits/rate-limits.ts',
    find: 'total.points > signUpsPerHour) throw',
    replace: 'total.points < 0) throw',
    noticedBy: ['src/server/features/accounts/new-accounts.test.ts'],
  },
]
