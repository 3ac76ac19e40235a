import type { Mutant } from './mutant.ts'

const migration = 'src/server/db/migrations/0102-stock-of-those-who-pay.sql'
const terms = 'src/server/db/migrations/0125-refunded-orders-had-reservations.sql'
const place = 'src/server/features/orders/place/insert-order.ts'
const limits = 'src/server/features/orders/reservation-limits.ts'
const uncovered = 'src/server/features/stock/uncovered.ts'
const openPayment = 'src/server/features/payments/open-payment.ts'

const limitsTest = 'src/server/features/orders/reservation-limits.test.ts'
const uncoveredTest = 'src/server/features/stock/uncovered-reservations.test.ts'
const renewedTest = 'src/server/features/orders/renewed-reservations.test.ts'
const atOnceTest = 'src/server/features/orders/simultaneous-reservations.test.ts'

/** Limits that keep accounts from holding stock without paying. */
export const limitMutants: Mutant[] = [
  {
    guard: 'an order is placed only within the limits of its account',
    file: place,
    find: ' and (select is_free from terms)\n',
    replace: '\n',
    noticedBy: [limitsTest],
  },
  {
    guard: 'an order of one line is placed only within the limits of its account',
    file: place,
    find: '(select is_free and is_in_time from terms)',
    replace: '(select is_in_time from terms)',
    noticedBy: [limitsTest, atOnceTest],
  },
  {
    guard: 'an order of one line is reserved only within its time',
    file: place,
    find: '(select is_free and is_in_time from terms)',
    replace: '(select is_free from terms)',
    noticedBy: [renewedTest],
  },
  {
    guard: 'an order is reserved only within its time',
    file: place,
    find: 'is_in_time and (is_covered or is_in_bound) as is_reserved',
    replace: '(is_covered or is_in_bound) as is_reserved',
    noticedBy: [renewedTest],
  },
  {
    guard: 'an uncovered order is reserved only within the bound of all accounts',
    file: place,
    find: 'is_in_time and (is_covered or is_in_bound) as is_reserved',
    replace: 'is_in_time as is_reserved',
    noticedBy: [uncoveredTest, atOnceTest],
  },
  {
    guard: 'an uncovered order of one line is reserved only within the bound of all accounts',
    file: place,
    find: '\n            and (not ${isUncovered}\n              or ${isInBound(units)})',
    replace: '',
    noticedBy: [uncoveredTest, atOnceTest],
  },
  {
    guard: 'every line of a reserved order is within the bound',
    file: place,
    find: 'bool_and(is_in_bound) as is_in_bound',
    replace: 'bool_or(is_in_bound) as is_in_bound',
    noticedBy: [uncoveredTest, atOnceTest],
  },
  {
    guard: 'the units of an order without a reservation stay in stock',
    file: 'src/server/features/stock/reservations.ts',
    find: 'where products.id = ${locked}.id and ${condition}`',
    replace: 'where products.id = ${locked}.id`',
    noticedBy: [uncoveredTest],
  },
  {
    guard: 'the line of an order without a reservation does not move stock',
    file: place,
    find: "from: 'placed, locked, agreed where not is_reserved'",
    replace: "from: 'placed, locked, agreed where false'",
    noticedBy: [uncoveredTest, renewedTest],
  },
  {
    guard: 'payments cover an order only with what the account has reserved besides',
    file: terms,
    find: ') - reserved.cents end as covered_cents',
    replace: ') end as covered_cents',
    noticedBy: [uncoveredTest, atOnceTest],
  },
  {
    guard: 'only payments cover orders',
    file: terms,
    find: "where user_id = account and paid and coalesce(dispute, 'won') = 'won'",
    replace: "where user_id = account and coalesce(dispute, 'won') = 'won'",
    noticedBy: [uncoveredTest],
  },
  {
    guard: 'a disputed payment covers no order',
    file: terms,
    find: " and coalesce(dispute, 'won') = 'won'\n",
    replace: '\n',
    noticedBy: [uncoveredTest],
  },
  {
    guard: 'a partial refund covers no order',
    file: terms,
    find: 'select total_cents - (\n',
    replace: 'select total_cents - 0 * (\n',
    noticedBy: [uncoveredTest],
  },
  {
    guard: 'uncovered orders are counted',
    file: uncovered,
    find: 'case when ${isUncovered} then ${units} else 0 end,',
    replace: '0,',
    noticedBy: [uncoveredTest, atOnceTest],
  },
  {
    guard: 'the count of uncovered orders falls when a reservation ends',
    file: migration,
    find: 'update products set uncovered_units = uncovered_units - line.quantity',
    replace: 'update products set uncovered_units = uncovered_units',
    noticedBy: [uncoveredTest, atOnceTest],
  },
  {
    guard: 'uncovered orders reserve half of a stock',
    file: uncovered,
    find: '> (${quantity} + ${uncovered}) / 2`',
    replace: '> ${quantity} + ${uncovered}`',
    noticedBy: [uncoveredTest, atOnceTest],
  },
  {
    guard: 'uncovered orders take more than half of a small stock once a day',
    file: limits,
    find: "\n      and coalesce(beyond_half_at, '-infinity') < now() - interval '1 day')",
    replace: ')',
    noticedBy: [uncoveredTest],
  },
  {
    guard: 'an account has a limited number of lines',
    file: terms,
    find: ' and held_lines + cardinality(wanted) <= lines_max,\n',
    replace: ',\n',
    noticedBy: [limitsTest],
  },
  {
    guard: 'unpaid orders without a reservation count for an hour',
    file: terms,
    find: "released_at > now() - interval '1 hour' and deleted_at is null as is_recent",
    replace: 'false as is_recent',
    noticedBy: [limitsTest],
  },
  {
    guard: 'the orders of an account are counted one after the other',
    file: terms,
    find: "pg_advisory_xact_lock(hashtextextended('reservations ' || each_account, 0))::text;\n",
    replace: "'';\n",
    noticedBy: [atOnceTest],
  },
  {
    guard: 'an expired reservation is renewed only once a day',
    file: openPayment,
    find: 'terms.is_in_time &&',
    replace: '',
    noticedBy: [renewedTest],
  },
  {
    guard: 'an expired reservation is renewed only within the bound of all accounts',
    file: openPayment,
    find: 'parts.every(({ is_in_bound }) => is_in_bound)',
    replace: 'parts.length > 0',
    noticedBy: [renewedTest, atOnceTest],
  },
  {
    guard:
      'the payment of an order without a reservation is opened only while its units are in stock',
    file: openPayment,
    find: '  requireStock(order, parts)\n',
    replace: '',
    noticedBy: [renewedTest],
  },
  {
    guard: 'the payment of an order without a reservation ends after an hour',
    file: 'src/server/features/payments/jobs.ts',
    find: "if (settled === 'open' && isOld) await",
    replace: 'if (polls < 0) await',
    noticedBy: [renewedTest],
  },
  {
    guard: 'an order that was refunded for want of units counts as a reservation of the day',
    file: terms,
    find: "status in ('unpaid', 'refunded')",
    replace: "status = 'unpaid'",
    noticedBy: [renewedTest],
  },
  {
    guard: 'an account has one open payment for a part without a reservation',
    file: openPayment,
    find: 'if (!opened.isReserved) await endOtherPayments(',
    replace: 'if (!opened) await endOtherPayments(',
    noticedBy: [renewedTest],
  },
  {
    guard: 'a new order does not extend a reservation of its account',
    file: terms,
    find: 'coalesce(began_at, now()) + time as',
    replace: 'now() + time as',
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
    find: 'total.points > times * signUpsPerHour) {',
    replace: 'total.points < 0) {',
    noticedBy: ['src/server/features/accounts/new-accounts.test.ts'],
  },
]
