import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../db/index.ts'
import type { Database } from '../db/index.ts'
import { copyDatabase } from '../testing/copied-database.ts'
import { generousTimeouts } from '../testing/global-setup.ts'
import { analyzeGrowing } from './analyze-growing.ts'

let copy: Awaited<ReturnType<typeof copyDatabase>>
let database: Database
// A shop would analyse them each second, and PostgreSQL's own process each minute.
beforeAll(async () => {
  copy = await copyDatabase()
  database = openDatabase(copy.url, { timeouts: generousTimeouts })
  await database.pool.query('alter table products set (autovacuum_enabled = false)')
})
afterAll(async () => {
  await database.close()
  await copy.drop()
})

async function addParts(parts: number) {
  const client = await database.pool.connect()
  await client.query(
    `insert into products (name, email, price_cents, quantity, description, img)
     select 'Part ' || gen_random_uuid(), 'admin@shop.example', 100, 10, 'A part', '/parts/x.svg'
     from generate_series(1, $1)`,
    [parts],
  )
  // Otherwise the connection reports its changes up to ten seconds later, when it is idle.
  await client.query('select pg_stat_force_next_flush()')
  client.release()
}

const analyzed = async () => {
  const { rows } = await database.pool.query<{ reltuples: number }>(
    `select reltuples from pg_class where oid = 'products'::regclass`,
  )
  return rows[0]!.reltuples
}

/** @shows row-216 */
test('a table is analysed when it has its first rows, and each time it has doubled, so that plans for an empty one end', async () => {
  const { pool, db } = database
  await pool.query('analyze')
  const client = await pool.connect()
  onTestFinished(() => client.release(true))
  await client.query('set plan_cache_mode = force_generic_plan')
  await client.query(
    'prepare named as select id from products where lower(name) = $1 and archived_at is null',
  )
  const plan = async () =>
    JSON.stringify((await client.query(`explain execute named('part')`)).rows)

  await addParts(60)
  expect(await analyzeGrowing(db)).toContain('products')
  expect(await analyzed()).toBe(60)
  expect(await analyzeGrowing(db)).not.toContain('products')

  await addParts(30)
  expect(await analyzeGrowing(db)).not.toContain('products')
  await addParts(3_000)
  expect(await analyzeGrowing(db)).toContain('products')
  expect(await analyzed()).toBe(3_090)
  expect(await plan()).toContain('Index Scan')
})

/** @shows row-216 */
test('nothing is analysed while another node is at it', async () => {
  const { pool, db } = database
  await addParts(4_000)
  const other = await pool.connect()
  onTestFinished(() => other.release())
  await other.query('begin')
  await other.query(`select pg_advisory_xact_lock(hashtextextended('analyze growing tables', 0))`)
  expect(await analyzeGrowing(db)).toEqual([])
  await other.query('rollback')
  expect(await analyzeGrowing(db)).toContain('products')
})

/** @shows row-216 */
test('a table that fails neither undoes nor delays the analysis of others, and is tried again after a minute', async () => {
  const { pool, db } = database
  const client = await pool.connect()
  // In the order of their sizes the failing table is between the others.
  await client.query(`
    create function checked(text) returns text immutable language sql as 'select $1';
    create table small_notes (note text) with (autovacuum_enabled = false);
    create table slow_notes (note text) with (autovacuum_enabled = false);
    create table large_notes (note text) with (autovacuum_enabled = false);
    create index on slow_notes (checked(note));
    insert into small_notes select 'note' || n from generate_series(1, 55) n;
    insert into slow_notes select 'note' || n from generate_series(1, 60) n;
    insert into large_notes select 'note' || n from generate_series(1, 65) n;
    create or replace function checked(text) returns text immutable language plpgsql as $$
      begin raise exception 'the statement took too long' using errcode = '57014'; end $$`)
  await client.query('select pg_stat_force_next_flush()')
  client.release()

  const postponed = new Map<string, number>()
  await expect(analyzeGrowing(db, postponed)).rejects.toThrow('Not analysed: slow_notes')
  const { rows } = await pool.query(
    `select tablename from pg_stats
     where tablename in ('small_notes', 'slow_notes', 'large_notes') order by tablename`,
  )
  expect(rows).toEqual([{ tablename: 'large_notes' }, { tablename: 'small_notes' }])
  expect(await analyzeGrowing(db, postponed)).toEqual([])

  await pool.query(
    `create or replace function checked(text) returns text immutable language sql as 'select $1'`,
  )
  postponed.set('slow_notes', Date.now())
  expect(await analyzeGrowing(db, postponed)).toEqual(['slow_notes'])
})
