import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOrdersInEveryState } from '../testing/rows/orders-in-every-state.ts'
import { openShop } from '../testing/shop.ts'
import type { TestShop } from '../testing/shop.ts'
import { invariants } from './check.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
  await createOrdersInEveryState(shop)
  await shop.database.withoutTimeouts(async ({ pool }) => {
    await pool.query(yearOfOrders)
    await pool.query('vacuum analyze')
  })
}, 60_000)
afterAll(() => shop.close())

/** A year of paid orders of 2,000 older parts, one every half hour until an hour ago. */
const yearOfOrders = `
  alter table orders disable trigger user;
  create temporary table year as
  select n, at, (left(id_since(at)::text, 14) || right(new_id()::text, 22))::uuid as id
  from generate_series(1, 17520) n, lateral (
    select now() - interval '1 hour' - (17520 - n) * interval '30 minutes' as at) as moment;
  insert into products (id, name, email, price_cents, quantity, description, img)
  select (left(id_since(now() - interval '2 years')::text, 14) || right(new_id()::text, 22))::uuid,
    'Part ' || n, 'x', 1, 0, 'x', 'x' from generate_series(0, 1999) n;
  alter table order_lines disable trigger user;
  insert into order_lines (order_id, line, product_id, name, img, unit_price_cents, quantity,
                           minimum_order, pack_size)
  select year.id, 1, products.id, 'x', 'x', 1, 10, 10, 1
  from year join products on products.name = 'Part ' || n % 2000;
  insert into orders (id, user_id, email, name, line_count, quantity, total_cents, status,
                      transaction_id, created_at)
  select year.id, users.id, 'x', 'x', 1, 10, 10, 'paid', n::text, at
  from year, (select id from users limit 1) as users;
  insert into order_events (order_id, kind, actor, created_at)
  select id, 'paid', 'x', at from year order by at;
  insert into stock_movements (product_id, order_id, hold_round, delta, reason, created_at)
  select product_id, order_id, round, delta, reason, at
  from order_lines join year on year.id = order_id,
    (values (1, 10, 'released'), (2, -10, 'held')) as moved (round, delta, reason);
  insert into payment_intents (order_id, hold_round, intent_id, status, created_at)
  select id, 1, n::text, 'succeeded', at from year;
  insert into idempotency_keys (user_id, key, request_hash, answer, created_at)
  select users.id, n::text, 'x', '{}', at from year, (select id from users limit 1) as users;
  insert into webhook_events (id, type, received_at, processed_at)
  select n::text, 'x', at, at from year;
  with make as (insert into vehicle_makes (slug, name) values ('x', 'x') returning id), model as (
    insert into vehicle_models (make_id, slug, name, source) select id, 'x', 'x', 'admin' from make
    returning id)
  insert into fitments (product_id, model_id, year_from, year_to)
  select products.id, model.id, n, n from products, model, generate_series(2000, 2020) n;
  insert into users (uid, issuer, email) select n::text, 'x', n::text from year;
  alter table orders enable trigger user;
  alter table order_lines enable trigger user;`

const large =
  /Seq Scan on (orders|order_lines|order_events|stock_movements|payment_intents|idempotency_keys|webhook_events|users|fitments)\b/g

/** @shows row-67 */
test.each(invariants.map(({ id, promise, violations }) => [id, promise, violations] as const))(
  'the check every minute scans no large table: %s %s',
  async (_id, _promise, violations) => {
    const { rows } = await shop.database.pool.query<{ 'QUERY PLAN': string }>(
      `explain with violating as (${violations}) select count(*) from violating
       where $1::timestamptz is not null and $2::float8 is not null`,
      [new Date(Date.now() - 600_000), 10],
    )
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan.match(large)).toBeNull()
  },
)
