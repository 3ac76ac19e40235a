import type { Mutant } from './mutant.ts'

const constraintsTest = 'src/server/db/constraints.test.ts'
const file = 'src/server/db/migrations/0001-shop.sql'
const checks = 'src/server/db/migrations/0062-fewer-order-checks.sql'
const firstReservations = 'src/server/db/migrations/0063-lines-reserve-first.sql'
const sums = 'src/server/db/migrations/0089-order-taxes.sql'
const lines = 'src/server/db/migrations/0059-order-lines.sql'

/** Constraints and triggers, which hold even if the server has a bug. */
export const databaseMutants: Mutant[] = [
  {
    guard: 'a silent connection is closed after its timeout',
    file: 'src/server/db/socket-timeout.ts',
    find: 'socket.destroy()',
    replace: 'socket.resume()',
    noticedBy: ['src/server/db/socket-timeout.test.ts'],
  },
  {
    guard:
      'rows of a transaction that was running during a check of recent rows are in the next one',
    file: 'src/server/invariants/watch.ts',
    find: 'select min(xact_start) from pg_stat_activity',
    replace: 'select max(now()) from pg_stat_activity',
    noticedBy: ['src/server/invariants/watch.test.ts'],
  },
  {
    guard: 'CHECK: stock is not negative',
    file,
    find: 'quantity integer not null check (quantity >= 0)',
    replace: 'quantity integer not null',
    noticedBy: [constraintsTest],
  },
  {
    guard: 'CHECK: an order has the minimum of its product, in whole packs',
    file: checks,
    find: 'check (quantity >= minimum_order and quantity % pack_size = 0)',
    replace: 'check (true)',
    noticedBy: [constraintsTest],
  },
  {
    guard: 'TRIGGER: an order is the sum of its lines, plus shipping',
    file: sums,
    find: `  where (line_count, orders.quantity, total_cents, orders.name, last_line, tax_added_cents) is distinct from`,
    replace: `  where false and (line_count, orders.quantity, total_cents, orders.name, last_line, tax_added_cents) is distinct from`,
    noticedBy: [constraintsTest],
  },
  {
    guard: 'FOREIGN KEY: an order has lines',
    file: lines,
    find: `,
  add constraint orders_first_line foreign key (id, first_line)
    references order_lines (order_id, line);`,
    replace: ';',
    noticedBy: [constraintsTest],
  },
  {
    guard: 'TRIGGER: lines are not added to an order',
    file: lines,
    find: `create trigger check_order_lines after insert on order_lines
  referencing new table as added for each statement execute function check_order_lines();`,
    replace: '',
    noticedBy: [constraintsTest],
  },
  {
    guard: 'TRIGGER: the lines of orders are append-only',
    file: lines,
    find: `create trigger order_lines_append_only before update or delete or truncate on order_lines
  for each statement execute function refuse_change();`,
    replace: '',
    noticedBy: [constraintsTest],
  },
  {
    guard: 'FOREIGN KEY: a movement of stock for an order is of one of its lines',
    file: firstReservations,
    find: `alter table stock_movements
  add constraint stock_movements_line foreign key (product_id, order_id)
    references order_lines (product_id, order_id);`,
    replace: '',
    noticedBy: [constraintsTest],
  },
  {
    guard: 'CHECK: the first reservation of a line is recorded once',
    file: firstReservations,
    find: `alter table stock_movements
  add constraint stock_movements_after_first check (reason <> 'held' or hold_round > 1);`,
    replace: '',
    noticedBy: [constraintsTest],
  },
  {
    guard: 'TRIGGER: the header of an order of one line is the sum of it',
    file: sums,
    find: '    and total_cents = unit_price_cents::bigint * added.quantity + shipping_cents\n',
    replace: '',
    noticedBy: [constraintsTest],
  },
  {
    guard: 'UNIQUE: a transaction pays one order',
    file: 'src/server/db/migrations/0060-order-cost.sql',
    find: 'create unique index if not exists orders_transaction_id_key',
    replace: 'create index if not exists orders_transaction_id_key',
    noticedBy: [constraintsTest],
  },
  {
    guard: 'UNIQUE: an order has at most one live payment intent',
    file: 'src/server/db/migrations/0032-one-live-intent.sql',
    find: 'create unique index',
    replace: 'create index',
    noticedBy: [constraintsTest],
  },
  {
    guard: 'CHECK: a paid order has a transaction',
    file: checks,
    find: `  return (status = 'unpaid') = (transaction_id is null)\n    and (held`,
    replace: '  return (held',
    noticedBy: [constraintsTest],
  },
  {
    guard: 'CHECK: a paid order is not deleted',
    file: checks,
    find: `\n    and (deleted_at is null or status = 'unpaid')`,
    replace: '',
    noticedBy: [constraintsTest],
  },
  {
    guard: 'TRIGGER: the status of an order only moves forward',
    file,
    find: `create trigger guard_order before update or delete on orders
  for each row execute function guard_order();`,
    replace: '',
    noticedBy: [constraintsTest],
  },
  {
    guard: 'UNIQUE: the units of a reservation are returned once',
    file: lines,
    find: 'create unique index if not exists stock_movements_once',
    replace: 'create index if not exists stock_movements_once',
    noticedBy: [constraintsTest],
  },
  {
    guard: 'TRIGGER: the history of orders is append-only',
    file,
    find: 'before update or delete or truncate on order_events\n',
    replace: 'before truncate on order_events\n',
    noticedBy: [constraintsTest],
  },
  {
    guard: 'TRIGGER: the stock movements are append-only',
    file,
    find: 'before update or delete or truncate on stock_movements\n',
    replace: 'before truncate on stock_movements\n',
    noticedBy: [constraintsTest],
  },
]
