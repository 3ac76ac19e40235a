import type { Pool } from 'pg'
import { kindKeys } from '#contract/shared/product-kinds.ts'

/**
 * Rows for tests and benchmarks of large tables. Their values are functions of their number, so that the n-th
 * product or account is known without a list of ids.
 */

/** Products are added in order of their number, between 2015 and 2023. */
export const firstProductMs = Date.UTC(2015, 0, 1)
const productsForMs = 8 * 365 * 86_400_000

export const productStepMs = (size: number) => Math.floor(productsForMs / size)

export const productId = (size: number, n: number) => {
  const time = (firstProductMs + n * productStepMs(size)).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${n.toString(16).padStart(12, '0')}`
}

/** `productId` in SQL, for expressions of the milliseconds and the number. */
export const productIdSql = (ms: string, n: string) =>
  `(lpad(to_hex(${ms}), 12, '0') || '70008000' || lpad(to_hex(${n}), 12, '0'))::uuid`

export const priceCents = (n: number) => 1_000 + (n % 9_000)

export const partNumberOf = (n: number) => `AP-${String(n).padStart(7, '0')}`

export const uidOf = (n: number) => `buyer-${n}`
export const emailOf = (n: number) => `buyer-${n}@shop.example`

/** Stock of each product. */
const stockLeft = 1_000_000

/** Buyers of every tenth order, a hundred orders each. */
const regulars = (size: number) => Math.ceil(size / 1_000)

const nouns = [
  'Brake disc',
  'Brake pad',
  'Door rubber',
  'Taillight',
  'Headlight',
  'Quarter panel',
  'Engine mount',
  'Shock absorber',
  'Alternator',
  'Starter',
  'Battery',
  'Radiator',
  'Water pump',
  'Fuel pump',
  'Wheel bearing',
  'Control arm',
  'Tie rod',
  'Oil filter',
  'Air filter',
  'Spark plug',
  'Clutch kit',
  'Drive belt',
  'Exhaust pipe',
  'Catalyst',
  'Wiper blade',
  'Mirror glass',
  'Window lifter',
  'Fender',
  'Bumper',
  'Bonnet',
]
const places = ['front left', 'front right', 'rear left', 'rear right', 'upper', 'lower', 'inner']

/** A word in the description of every 20,000th product. */
export const rareWord = 'tachograph'

const list = (words: readonly string[]) => `array['${words.join("','")}']`

/**
 * Inserts `size` products, accounts and orders of the last ten years: most orders shipped, some paid, expired or
 * deleted, with their whole history. Foreign keys and indexes are dropped meanwhile, so that a million rows take a
 * minute; all other constraints apply.
 */
export async function seed(pool: Pool, size: number): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query(`set statement_timeout = 0; set maintenance_work_mem = '512MB';
      set work_mem = '256MB'; set synchronous_commit = off`)
    const { rows } = await client.query<{ drop: string; restore: string }>(indexesAndForeignKeys)
    await client.query('begin')
    // Old events must not send mails.
    await client.query('alter table order_events disable trigger user')
    // Comparing each order with its lines takes a minute.
    await client.query('alter table order_lines disable trigger check_order_lines')
    for (const { drop } of rows) await client.query(drop)
    for (const statement of statements(size)) await client.query(statement)
    for (const { restore } of rows.toReversed()) await client.query(restore)
    for (const table of ['order_events', 'order_lines']) {
      await client.query(`alter table ${table} enable trigger user`)
    }
    // Vacuum marks rows as all-visible only once their commit is on disk.
    await client.query('set synchronous_commit = on')
    await client.query('commit')
    await client.query('vacuum analyze')
  } finally {
    client.release(true)
  }
}

/** Statements that drop and restore foreign keys and indexes. Foreign keys first: they depend on indexes. */
const indexesAndForeignKeys = `
  select * from (
    select 1 as turn,
      format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname,
        pg_get_constraintdef(oid)) as restore
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
    union all
    select 2, format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
    from pg_index join pg_class on pg_class.oid = indexrelid
    where relnamespace = 'public'::regnamespace
      and not exists (select from pg_constraint where conindid = indexrelid)
  ) as hindrance order by turn`

const statements = (size: number) => [
  `insert into products (id, name, email, price_cents, quantity, description, img, created_at,
     part_number, kind)
   select ${productIdSql(`${firstProductMs} + n * ${productStepMs(size)}::bigint`, 'n')},
     (${list(nouns)})[1 + n % ${nouns.length}] || ' ' ||
       (${list(places)})[1 + n / ${nouns.length} % ${places.length}] || ' AP-' || lpad(n::text, 7, '0'),
     'admin@shop.example', 1000 + n % 9000, ${stockLeft},
     'Fits models of ' || 1995 + n % 29 || ' to ' || 1998 + n % 29 || ', checked against the maker''s '
       || 'drawing, with clips and screws. Resists salt and heat. Reference '
       || upper(substr(md5(n::text), 1, 10)) || '.'
       || case when n % 20000 = 7 then ' For cars with a ${rareWord}.' else '' end,
     '/parts/door-rubber.svg',
     to_timestamp((${firstProductMs} + n * ${productStepMs(size)}::bigint) / 1000.0),
     'AP-' || lpad(n::text, 7, '0'), (${list(kindKeys)})[1 + n % ${kindKeys.length}]
   from generate_series(1, ${size}) n`,
  `insert into users (id, uid, issuer, email, name, email_verified, created_at)
   select gen_random_uuid(), 'buyer-' || n, 'https://identity.example', 'buyer-' || n || '@shop.example',
     'Mia Buyer', true, now() - interval '3 years'
   from generate_series(1, ${size}) n`,
  `create temporary table placed on commit drop as
   select n, (left(id_since(at)::text, 14) || '7' || right(gen_random_uuid()::text, 21))::uuid as id,
     at, users.id as user_id, users.email, products.id as product_id, products.name, price_cents,
     case when n % 50 = 1 then 'deleted' when n % 25 = 2 then 'lapsed'
       when n % 10 = 3 then 'paid' else 'shipped' end as fate
   from generate_series(1, ${size}) n
   cross join lateral (select now() - interval '1 day'
     - (${size} - n) * interval '730 days' / ${size} as at) as moment
   join users on uid = 'buyer-' || case when n % 10 = 0 then 1 + n / 10 % ${regulars(size)} else n end
   join products on products.id =
     ${productIdSql(`${firstProductMs} + n * ${productStepMs(size)}::bigint`, 'n')}`,
  `insert into orders (id, user_id, email, name, line_count, quantity,
     total_cents, status, transaction_id, created_at, deleted_at, reference)
   select id, user_id, email, name, 1, 10,
     price_cents * 10::bigint, case when fate in ('deleted', 'lapsed') then 'unpaid' else fate end,
     case when fate in ('paid', 'shipped') then 'pi_' || n end, at,
     case when fate = 'deleted' then at + interval '10 minutes' end,
     case when n % 2 = 0 then 'PO-' || n end
   from placed order by n`,
  `insert into order_lines (order_id, line, product_id, name, img, unit_price_cents, quantity,
     minimum_order, pack_size)
   select id, 1, product_id, name, '/parts/door-rubber.svg', price_cents, 10, 10, 1
   from placed order by n`,
  `insert into order_events (order_id, kind, actor, created_at)
   select id, kind, user_id::text, at from placed,
     unnest(array['lapsed', 'deleted', 'paid', 'shipped']) as kind
   where kind = fate or (kind = 'paid' and fate = 'shipped')
   order by n, kind`,
  `insert into stock_movements (product_id, delta, reason, created_at)
   select products.id, ${stockLeft} + case when fate in ('paid', 'shipped') then 10 else 0 end,
     'received', created_at
   from products join placed on product_id = products.id order by products.id`,
  `insert into stock_movements (product_id, order_id, hold_round, delta, reason, created_at)
   select product_id, id, 1, 10, 'released', at
   from placed where fate in ('deleted', 'lapsed') order by n`,
  `insert into payment_intents (order_id, hold_round, intent_id, status, created_at)
   select id, 1, 'pi_' || n, 'succeeded', at from placed where fate in ('paid', 'shipped')`,
  `insert into invoices (number, order_id, terms_id, issued_at)
   select row_number() over (order by n), id, 1, at from placed where fate in ('paid', 'shipped')`,
  `insert into reviews (user_id, name, rating, title, description, created_at)
   select user_id, 'Mia Buyer', 1 + n % 5, 'As described', 'Fitted without trouble, number ' || n, at
   from placed where n % 10 = 5`,
  `insert into idempotency_keys (user_id, key, request_hash, answer, created_at)
   select user_id, n::text, 'x', jsonb_build_object('insertedId', id), now() - interval '1 hour'
   from placed where n % 4 = 0`,
  `insert into webhook_events (id, type, intent_id, received_at, processed_at)
   select 'evt_' || n, 'payment_intent.succeeded', 'pi_' || n, at, at from placed where n % 4 = 0`,
  `insert into order_mails (order_id, kind, reference, details, created_at, made_at)
   select id, 'placed', '', '{}', at, at from placed where n % 4 = 0`,
  `insert into outbox (recipient, subject, text_body, html_body, created_at, sent_at)
   select email, 'x', 'x', 'x', now() - interval '1 day', now() - interval '1 day'
   from placed where n % 4 = 0`,
  `insert into contact_messages (name, email, phone, message, created_at)
   select name, email, '+31 20 1234567', 'A question about number ' || n, at
   from placed where n % 4 = 0`,
  // The daily jobs have run and are due in a day.
  `insert into job_runs (name, due_at, finished_at, outcome)
   select name, now() + interval '1 day', now(), '[]'
   from unnest(array['check-invariants', 'reconcile-payments']) as name`,
]

/** Two entries in the audit log for each product, as if this admin had added all of them, each with a price of its own. */
export async function recordAdditions(pool: Pool, adminEmail: string): Promise<void> {
  await pool.query(
    `insert into admin_actions (actor, action, target, before, after)
     select users.id::text, 'add-product', products.id, '{}', '{}'
     from products, users where users.email = $1`,
    [adminEmail],
  )
  await pool.query(
    `insert into audit_entries (actor, action, target, related, name, before, after)
     select users.id::text, 'set-list-prices', new_id(), products.id, 'List of ' || products.name, '{}', '{}'
     from products, users where users.email = $1`,
    [adminEmail],
  )
  await pool.query('vacuum analyze admin_actions, audit_entries')
}
