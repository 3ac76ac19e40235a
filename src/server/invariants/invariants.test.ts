import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openDatabase } from '../db/index.ts'
import type { Database } from '../db/index.ts'
import { createOrdersInEveryState } from '../testing/rows/orders-in-every-state.ts'
import { addFitments, fitmentFor } from '../testing/rows/vehicle-rows.ts'
import { databaseUrl, generousTimeouts } from '../testing/global-setup.ts'
import { openShop } from '../testing/shop.ts'
import { breaches, held, one } from '../testing/rows/breaches.ts'
import { checkInvariants } from './check.ts'

const serverUrl = inject('postgresUrl')
let server: Database
let busyDatabase: string

beforeAll(async () => {
  server = openDatabase(serverUrl, { max: 1, timeouts: generousTimeouts })
  const shop = await openShop()
  await createOrdersInEveryState(shop)
  const { id } = await shop.stock({ kind: 'cooling' })
  await addFitments(shop, id, [fitmentFor('volkswagen/golf/2014'), fitmentFor('honda/civic/2012')])
  const busy = await shop.database.pool.query('select current_database() as name')
  busyDatabase = `busy_${randomUUID().replaceAll('-', '')}`
  await server.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1`,
    [busy.rows[0].name],
  )
  await server.pool.query(`create database ${busyDatabase} template ${busy.rows[0].name}`)
  await shop.close()
}, 60_000)

afterAll(async () => {
  await server.pool.query(`drop database ${busyDatabase}`)
  await server.close()
})

/** Drops all constraints and triggers. */
const lawless = `
  do $$ declare rule record; begin
    for rule in
      select conrelid::regclass as of_table, conname as name from pg_constraint
      where connamespace = 'public'::regnamespace and contype in ('c', 'u', 'p', 'f')
    loop
      execute format('alter table %s drop constraint if exists %I cascade', rule.of_table, rule.name);
      execute format('alter table %s disable trigger user', rule.of_table);
    end loop;
  end $$;
  drop index orders_transaction_id_key;
  alter table orders alter column paid drop expression, alter column shipping drop expression;`

/** The findings after this change of a busy shop, in all rows and in recent rows. */
async function findAfter(breach: string) {
  const name = `broken_${randomUUID().replaceAll('-', '')}`
  await server.pool.query(`create database ${name} template ${busyDatabase}`)
  const { pool, close } = openDatabase(databaseUrl(serverUrl, name), {
    max: 1,
    timeouts: generousTimeouts,
  })
  try {
    if (breach) await pool.query(lawless + breach)
    const everything = await checkInvariants(pool)
    const lately = await checkInvariants(pool, { since: new Date(Date.now() - 600_000) })
    return { everything, lately }
  } finally {
    await close()
    await server.pool.query(`drop database ${name}`)
  }
}

/** @shows row-67 */
test('a busy shop violates no invariant', async () => {
  expect(await findAfter('')).toEqual({ everything: [], lately: [] })
})

/** @shows row-67 */
test.each(breaches)('%s: %s is found', async (invariant, _, breach, count = 1) => {
  const { everything, lately } = await findAfter(breach)
  expect(everything).toEqual([expect.objectContaining({ invariant, count })])
  expect(everything[0]!.examples.every((id) => id.length > 0)).toBe(true)
  expect(lately).toEqual(everything)
})

test('a reservation may outlive its expiry while its payment is processing', async () => {
  const { everything } = await findAfter(`
    update orders set held_until = now() - interval '1 hour' where id = ${held};
    insert into payment_intents (order_id, hold_round, intent_id, status)
    select id, hold_round, 'pi_slow', 'processing' from orders where id = ${held}`)
  expect(everything).toEqual([])
})

test('older rows are left to the check of all rows', async () => {
  const { everything, lately } = await findAfter(`
    update order_events set created_at = now() - interval '1 hour';
    update orders set created_at = now() - interval '1 hour', total_cents = total_cents + 1,
      id = (left(id_since(now() - interval '1 hour')::text, 14) || right(id::text, 22))::uuid
    where id = ${one(`status = 'refunded'`)}`)
  expect(everything.map(({ invariant }) => invariant)).toContain('I5')
  expect(lately).toEqual([])
})

test('an older order is checked again when its history goes on', async () => {
  const { lately } = await findAfter(`
    with older as (
      update orders set total_cents = total_cents + 1,
        id = (left(id_since(now() - interval '1 hour')::text, 14) || right(id::text, 22))::uuid
      where id = ${one(`status = 'refunded'`)} returning id)
    update order_events set order_id = older.id from older
    where order_id = ${one(`status = 'refunded'`)}`)
  expect(lately.map(({ promise }) => promise)).toContainEqual(
    expect.stringContaining("An order's total is the sum of its lines"),
  )
})
