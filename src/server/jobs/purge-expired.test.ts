import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openShop } from '../testing/shop.ts'
import type { TestShop } from '../testing/shop.ts'
import { purgeExpired, purgeExpiredRows } from './purge-expired.ts'

const retention = { signInDays: 30, orderYears: 3, erasedOrderDays: 0 }

let shop: TestShop
let userId: string
beforeAll(async () => {
  shop = await openShop()
})
beforeEach(async () => {
  const { uid } = await shop.signIn()
  const [row] = await query('select id from users where uid = $1', [uid])
  userId = String(row?.['id'])
})
afterAll(() => shop.close())

const query = async (text: string, values: unknown[] = []) =>
  (await shop.database.pool.query<Record<string, unknown>>(text, values)).rows

/** For each table, statements that insert one expired row and one that is almost expired. */
const rows = {
  idempotency_keys: {
    ages: ['25 hours', '23 hours'],
    insert: (name: string, age: string) =>
      query(
        `insert into idempotency_keys (user_id, key, request_hash, created_at)
         values ($1, $2, '', now() - $3::interval)`,
        [userId, name, age],
      ),
    key: 'key',
  },
  webhook_events: {
    ages: ['91 days', '89 days'],
    insert: (name: string, age: string) =>
      query(
        `insert into webhook_events (id, type, processed_at) values ($1, 't', now() - $2::interval)`,
        [name, age],
      ),
    key: 'id',
  },
  outbox: {
    ages: ['31 days', '29 days'],
    insert: (name: string, age: string) =>
      query(
        `insert into outbox (recipient, subject, text_body, html_body, sent_at)
         values ($1, '', '', '', now() - $2::interval)`,
        [name, age],
      ),
    key: 'recipient',
  },
  contact_messages: {
    ages: ['366 days', '364 days'],
    insert: (name: string, age: string) =>
      query(
        `insert into contact_messages (name, email, phone, message, done_at, done_by)
         values ($1, '', '', '', now() - $2::interval, $3)`,
        [name, age, userId],
      ),
    key: 'name',
  },
  newsletter_subscriptions: {
    ages: ['8 days', '6 days'],
    insert: (name: string, age: string) =>
      query(
        `insert into newsletter_subscriptions (email, confirm_token, unsubscribe_token, mailed_at)
         values ($1, $1, $1, now() - $2::interval)`,
        [name, age],
      ),
    key: 'email',
  },
  stock_alerts: {
    ages: ['366 days', '364 days'],
    insert: (name: string, age: string) =>
      query(
        `with part as (
           insert into products (name, email, price_cents, quantity, description, img)
           values ($1, '', 100, 0, '', '') returning id)
         insert into stock_alerts (product_id, user_id, unsubscribe_token, asked_at)
         select id, $3, $1, now() - $2::interval from part`,
        [name, age, userId],
      ),
    key: 'unsubscribe_token',
  },
  cart_lines: {
    ages: ['366 days', '364 days'],
    insert: (name: string, age: string) =>
      query(
        `with part as (
           insert into products (id, name, email, price_cents, quantity, description, img)
           values ($1::uuid, $1::uuid::text, '', 100, 0, '', '') returning id)
         insert into cart_lines (product_id, user_id, quantity, seen_price_cents, changed_at)
         select id, $3, 10, 100, now() - $2::interval from part`,
        [name, age, userId],
      ),
    key: 'product_id',
  },
  ordered_from_carts: {
    ages: ['31 days', '29 days'],
    insert: (name: string, age: string) =>
      query(
        `with part as (
           insert into products (id, name, email, price_cents, quantity, description, img)
           values ($1::uuid, $1::uuid::text, '', 100, 0, '', '') returning id
         ), placed as (
           insert into orders (user_id, email, name, line_count, quantity, total_cents)
           values ($3, '', 'Part', 1, 10, 1000) returning id
         ), lined as (
           insert into order_lines (order_id, line, product_id, name, img, unit_price_cents, quantity,
                                    minimum_order, pack_size)
           select placed.id, 1, part.id, 'Part', '', 100, 10, 10, 1 from placed, part)
         insert into ordered_from_carts (product_id, user_id, order_id, ordered_at)
         select part.id, $3, placed.id, now() - $2::interval from part, placed`,
        [name, age, userId],
      ),
    key: 'product_id',
  },
  product_imports: {
    ages: ['91 days', '89 days'],
    insert: (name: string, age: string) =>
      query(
        `with import as (
           insert into product_imports (user_id, file_name, state, changed_at)
           values ($3, $1, 'applied', now() - $2::interval) returning id
         ), piece as (
           insert into product_import_pieces (import_id, piece, bytes) select id, 1, 'Name' from import
         )
         insert into product_import_rows (import_id, line, outcome, name)
         select id, line, 'unchanged', '' from import, generate_series(1, 3) as line`,
        [name, age, userId],
      ),
    key: 'file_name',
  },
  number_imports: {
    ages: ['91 days', '89 days'],
    insert: (name: string, age: string) =>
      query(
        `with import as (
           insert into number_imports (user_id, file_name, mode, state, changed_at)
           values ($3, $1, 'replace', 'applied', now() - $2::interval) returning id
         ), part as (
           insert into products (name, email, price_cents, quantity, description, img)
           values ('Part of ' || $1, '', 100, 0, '', '') returning id
         ), listed as (
           insert into number_import_products (import_id, product_id, before, after)
           select import.id, part.id, '{}', '{}' from import, part
         ), piece as (
           insert into number_import_pieces (import_id, piece, bytes) select id, 1, 'Kind' from import
         )
         insert into number_import_rows (import_id, line, part_number, part_key, outcome)
         select id, line, '', '', 'unchanged' from import, generate_series(1, 3) as line`,
        [name, age, userId],
      ),
    key: 'file_name',
  },
  fitment_imports: {
    ages: ['91 days', '89 days'],
    insert: (name: string, age: string) =>
      query(
        `with import as (
           insert into fitment_imports (user_id, file_name, mode, state, changed_at)
           values ($3, $1, 'replace', 'applied', now() - $2::interval) returning id
         ), part as (
           insert into products (name, email, price_cents, quantity, description, img)
           values ($1, '', 100, 0, '', '') returning id
         ), listed as (
           insert into fitment_import_products (import_id, product_id, was_universal,
             becomes_universal, fitments_before, fitments_after, digest_before)
           select import.id, part.id, false, false, 0, 0, '0' from import, part
         ), piece as (
           insert into fitment_import_pieces (import_id, piece, bytes)
           select id, 1, 'Part number' from import
         )
         insert into fitment_import_rows (import_id, line, part, outcome)
         select id, line, 0, 'unchanged' from import, generate_series(1, 3) as line`,
        [name, age, userId],
      ),
    key: 'file_name',
  },
  rate_limits: {
    ages: ['2 hours', '-1 minute'],
    insert: (name: string, age: string) =>
      query(
        `insert into rate_limits (key, expire)
         values ($1, extract(epoch from now() - $2::interval) * 1000)`,
        [name, age],
      ),
    key: 'key',
  },
  'identity.session': {
    ages: ['2 days', '1 hour'],
    insert: (name: string, age: string) =>
      query(
        `with person as (
           insert into identity."user" (id, name, email, "emailVerified") values ($1, '', $1, true)
           returning id)
         insert into identity.session (id, "expiresAt", token, "updatedAt", "userId")
         select $1, now() - $2::interval, $1, now(), id from person`,
        [name, age],
      ),
    key: 'id',
  },
  'identity.known_browser': {
    ages: ['401 days', '399 days'],
    insert: (name: string, age: string) =>
      query(
        `with person as (
           insert into identity."user" (id, name, email, "emailVerified") values ($1, '', $1, true)
           returning id)
         insert into identity.known_browser (token_hash, user_id, seen_at)
         select $1, id, now() - $2::interval from person`,
        [name, age],
      ),
    key: 'token_hash',
  },
  'identity.verification': {
    ages: ['2 days', '1 hour'],
    insert: (name: string, age: string) =>
      query(
        `insert into identity.verification (id, identifier, value, "expiresAt")
         values ($1, $1, '', now() - $2::interval)`,
        [name, age],
      ),
    key: 'id',
  },
}

/** @shows row-66, asvs-14.2.4 */
test.each(Object.entries(rows))('old rows of %s go, younger ones stay', async (table, made) => {
  const [old, young] = [randomUUID(), randomUUID()]
  await made.insert(old, made.ages[0]!)
  await made.insert(young, made.ages[1]!)
  await purgeExpiredRows(shop.database.pool, retention)
  const left = await query(
    `select ${made.key} as name from ${table} where ${made.key} in ($1, $2)`,
    [old, young],
  )
  expect(left).toEqual([{ name: young }])
})

test('revoked sessions stay until their tokens expire', async () => {
  await query(
    `insert into revoked_sessions (user_id, signed_in_at)
     select $1, now() - make_interval(days => days) from unnest(array[29, 32]) as days`,
    [userId],
  )
  await purgeExpiredRows(shop.database.pool, retention)
  const left = await query(
    `select extract(day from now() - signed_in_at)::int as days from revoked_sessions
     where user_id = $1`,
    [userId],
  )
  expect(left).toEqual([{ days: 29 }])
})

test('pending events and unsent mails are not purged', async () => {
  const name = randomUUID()
  await query(`insert into webhook_events (id, type) values ($1, 't')`, [name])
  await query(
    `insert into webhook_events (id, type, processed_at)
     select $1 || number, 't', now() - interval '91 days' from generate_series(1, 1200) as number`,
    [name],
  )
  await query(
    `insert into outbox (recipient, subject, text_body, html_body) values ($1, '', '', '')`,
    [name],
  )
  expect(await purgeExpiredRows(shop.database.pool, retention)).toMatchObject({
    webhook_events: 1200,
  })
  const left = await query(
    `select id from webhook_events where id like $1 || '%'
     union all select recipient from outbox where recipient = $1`,
    [name],
  )
  expect(left).toEqual([{ id: name }, { id: name }])
})

test('purging runs hourly, on one node', async () => {
  const runs = await Promise.all([1, 2, 3].map(() => purgeExpired(shop.database.pool, retention)))
  expect(runs.filter(Boolean)).toHaveLength(1)
  expect(await purgeExpired(shop.database.pool, retention)).toBe(false)
  await query(`update job_runs set due_at = now() where name = 'upkeep'`)
  expect(await purgeExpired(shop.database.pool, retention)).toBe(true)
})
