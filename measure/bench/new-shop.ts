import { openDatabase } from '../../src/server/db/index.ts'
import type { Database } from '../../src/server/db/index.ts'
import { migrate } from '../../src/server/db/migrate.ts'
import { emailOf, uidOf } from '../../src/server/testing/rows/many-rows.ts'
import { median } from '../../rig/statistics.ts'
import type { BenchNodes } from './bench-nodes.ts'
import { load } from './load.ts'
import { requestText } from './request.ts'
import type { Rounds } from './rounds.ts'
import type { Tool } from './tools.ts'

/** Orders on tables that were empty a moment before. */
export const newShop = {
  name: 'new-shop',
  title: 'POST /api/order of a shop of this moment',
  limitTitle: 'the same shop after analyze',
  goal: 0.8,
} as const

/** An order of one caller, while nobody else calls. */
export const loneCaller = {
  name: 'lone-caller',
  title: 'POST /api/order of one caller',
  limitTitle: 'five plain statements of one transaction',
  goal: 3,
} as const

/** Transactions of plain statements in each round. */
const plainOrders = 400

const accounts = 2_048
const parts = 500
const quantity = 10
const priceCents = 1_000

const partId = (n: number) =>
  `0190d1a0-0000-7000-8000-${(1 + (n % parts)).toString(16).padStart(12, '0')}`

/** Orders per second of a new database in each round, before and after `analyze`. */
export async function measureNewShop(bench: BenchNodes, wrk: Tool, { rounds, seconds }: Rounds) {
  const requests = await orderRequests(bench, newShop.name, accounts)
  const measured: { fresh: number; analyzed: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    const { url, database } = await openShop(bench, `new_shop_${round}`)
    const ordersPerSecond = async () => (await load(wrk, { url, requests, seconds })).perSecond
    const fresh = await ordersPerSecond()
    await analyze(database)
    measured.push({ fresh, analyzed: await ordersPerSecond() })
    await database.close()
  }
  return measured
}

/** Median milliseconds of an order in each round, and of the plain statements of one. */
export async function measureLoneCaller(bench: BenchNodes, wrk: Tool, { rounds, seconds }: Rounds) {
  const { url, database } = await openShop(bench, 'lone_caller')
  // Accounts whose tokens the node has seen before, with few orders each.
  const requests = await orderRequests(bench, loneCaller.name, 64)
  const alone = async () => (await load(wrk, { url, requests, seconds, callers: 1 })).p50
  await alone()
  await analyze(database)
  const measured: { alone: number; plain: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    measured.push({ alone: await alone(), plain: await timesOf((n) => placePlainly(database, n)) })
  }
  await database.close()
  return measured
}

/** A file of orders of so many accounts. */
async function orderRequests(bench: BenchNodes, name: string, people: number) {
  const tokens = await Promise.all(Array.from({ length: people }, (_, n) => bench.tokenFor(n + 1)))
  const requests = Array.from({ length: 20_000 }, (_, n) =>
    requestText(order(n, tokens[n % people])),
  )
  return bench.writeRequests(name, requests)
}

const analyze = (database: Database) =>
  database.withoutTimeouts(({ pool }) => pool.query('analyze'))

/** A node on a new database, with accounts and parts of this moment. */
async function openShop(bench: BenchNodes, name: string) {
  const server = openDatabase(bench.postgres.url, { max: 1 })
  // A kept server still has the database of the last run.
  await server.pool.query(`drop database if exists ${name} with (force)`)
  await server.pool.query(`create database ${name}`)
  await server.close()
  const databaseUrl = new URL(bench.postgres.url)
  databaseUrl.pathname = `/${name}`
  const database = openDatabase(databaseUrl.href, { max: 2 })
  await migrate(database)
  const { url } = await bench.serve(databaseUrl.href)
  await database.pool.query(
    `insert into products (id, name, email, price_cents, quantity, description, img)
     select id, 'Part ' || n, 'admin@shop.example', $2, 1000000, 'A part', '/parts/door-rubber.svg'
     from unnest($1::uuid[]) with ordinality as part (id, n)`,
    [Array.from({ length: parts }, (_, n) => partId(n)), priceCents],
  )
  const people = Array.from({ length: accounts }, (_, n) => n + 1)
  await database.pool.query(
    `insert into users (id, uid, issuer, email, name, email_verified)
     select gen_random_uuid(), uid, 'https://identity.example', email, 'Mia Buyer', true
     from unnest($1::text[], $2::text[]) as person (uid, email)`,
    [people.map(uidOf), people.map(emailOf)],
  )
  await database.pool.query(`
    create table plain_orders (id uuid primary key default gen_random_uuid(), user_id uuid, total_cents bigint);
    create table plain_lines (order_id uuid, line integer, product_id uuid, quantity integer, primary key (order_id, line))`)
  return { url, database }
}

function order(n: number, token: string | undefined) {
  const price = (priceCents * quantity) / 100
  const body = JSON.stringify({ product: partId(n * 7), name: 'Part', quantity, price })
  return { method: 'POST', path: '/api/order', token, body, keyed: true } as const
}

/** The account, the stock, the order, its line and the commit. */
async function placePlainly({ pool }: Database, n: number) {
  const client = await pool.connect()
  const run = async (name: string, text: string, given: unknown[]) =>
    (await client.query<{ id: string }>({ name, text, values: given })).rows[0]?.id
  await client.query('begin')
  const user = await run('plain-user', 'select id from users where uid = $1', [
    uidOf(1 + (n % accounts)),
  ])
  await run(
    'plain-stock',
    'update products set quantity = quantity - $2 where id = $1 and quantity >= $2',
    [partId(n * 7), quantity],
  )
  const id = await run(
    'plain-order',
    'insert into plain_orders (user_id, total_cents) values ($1, $2) returning id',
    [user, priceCents * quantity],
  )
  await run('plain-line', 'insert into plain_lines values ($1, 1, $2, $3)', [
    id,
    partId(n * 7),
    quantity,
  ])
  await client.query('commit')
  client.release()
}

/** The median in milliseconds. */
async function timesOf(act: (n: number) => Promise<void>) {
  const times: number[] = []
  for (let n = 0; n < plainOrders; n += 1) {
    const started = performance.now()
    await act(n)
    times.push(performance.now() - started)
  }
  return median(times)
}
