import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'
import { connect as connectTls, createServer as createTlsServer } from 'node:tls'
import { expect, inject, onTestFinished, test } from 'vitest'
import { products } from '#contract/products/products.ts'
import { createApp } from '../app.ts'
import { databaseRefusal } from '../errors/errors.ts'
import { callApi, openShop } from '../testing/shop.ts'
import { startUnreachableHost } from '../testing/stand-ins/unreachable-host.ts'
import { openDatabase } from './index.ts'
import { socketWithIdleTimeout } from './socket-timeout.ts'

const shortTimeouts = { idleSocketMs: 3_000, connectMs: 30_000, statementMs: 60_000 }

/** A database behind a host that can become unreachable, with ten connections to it. */
async function openVanishing() {
  const host = await startUnreachableHost(inject('postgresUrl'))
  onTestFinished(host.close)
  const database = openDatabase(host.url, { timeouts: shortTimeouts })
  onTestFinished(database.close)
  return { host, database, pool: database.pool }
}

const tenAtOnce = <T>(work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: 10 }, (_, index) => work(index)))

test('connections in use end when the database host becomes unreachable, and are replaced', async () => {
  const { host, pool } = await openVanishing()
  const clients = await tenAtOnce(() => pool.connect())
  host.vanish()
  const refusals = await tenAtOnce(async (index) => {
    const error = await clients[index]!.query('select').catch((thrown: unknown) => thrown)
    clients[index]!.release()
    return databaseRefusal(error)?.code
  })
  expect(new Set(refusals)).toEqual(new Set(['unavailable']))
  expect(pool.totalCount).toBe(0)

  host.comeBack()
  expect(await tenAtOnce(async () => (await pool.query('select 1 as one')).rows[0])).toEqual(
    Array.from({ length: 10 }, () => ({ one: 1 })),
  )
})

test('a transaction ends when the database host becomes unreachable, and is rolled back', async () => {
  const { host, database } = await openVanishing()
  const work = database.db.transaction().execute(async (trx) => {
    await trx
      .selectFrom('orders')
      .selectAll()
      .execute()
      .catch(() => {})
    host.vanish()
    await trx.selectFrom('orders').selectAll().execute()
  })
  expect(databaseRefusal(await work.catch((thrown: unknown) => thrown))?.code).toBe('unavailable')
  expect(database.pool.totalCount).toBe(0)
})

test('idle connections leave no socket behind when the host becomes unreachable', async () => {
  const { host, pool } = await openVanishing()
  let [opened, removed] = [0, 0]
  pool.on('connect', () => (opened += 1))
  pool.on('remove', () => (removed += 1)) // emitted when the socket is gone
  await tenAtOnce(() => pool.query('select'))
  host.vanish()
  await expect.poll(() => removed, { timeout: 20_000 }).toBe(opened)
})

/** @shows asvs-16.5.2 */
test('the shop responds with 503 while the host is unreachable and recovers by itself', async () => {
  const shop = await openShop()
  onTestFinished(shop.close)
  const host = await startUnreachableHost(String(shop.database.pool.options.connectionString))
  onTestFinished(host.close)
  const database = openDatabase(host.url, { timeouts: shortTimeouts })
  onTestFinished(database.close)
  const { app } = await createApp({ ...shop.parts, database })
  onTestFinished(() => app.close())
  const { id } = await shop.stock()
  const ask = async () => (await callApi(app, products.one, { params: { id } }, {})).status

  await expect.poll(() => tenAtOnce(ask)).toEqual(Array(10).fill(200))
  host.vanish()
  expect(new Set(await tenAtOnce(ask))).toEqual(new Set([503]))
  host.comeBack()
  await expect.poll(ask).toBe(200)
})

test('work without timeouts may keep the socket idle', async () => {
  const { database } = await openVanishing()
  const sleep = 'select pg_sleep(4.5)'
  await expect(database.pool.query(sleep)).rejects.toThrow('Connection terminated')
  await database.withoutTimeouts(({ pool }) => pool.query(sleep))
})

test('after a pause of the process a response that arrived meanwhile is read', async () => {
  const database = openDatabase(inject('postgresUrl'), { timeouts: shortTimeouts })
  onTestFinished(database.close)
  const client = await database.pool.connect()
  const answer = client.query('select 1 as one')
  const started = performance.now()
  while (performance.now() - started < 1.2 * shortTimeouts.idleSocketMs);
  expect((await answer).rows).toEqual([{ one: 1 }])
  client.release()
})

test('a TLS connection stays open while data arrives and ends when idle', async () => {
  const key = Buffer.alloc(16, 7)
  const sharedKey = { ciphers: 'PSK', maxVersion: 'TLSv1.2' as const }
  const server = createTlsServer({ ...sharedKey, pskCallback: () => key }, (line) => {
    line.on('error', () => {})
    // By a timer, so that data arrives even after a pause of the process.
    const speaking = setInterval(() => line.write('word'), 100)
    line.once('data', () => clearInterval(speaking))
  })
  const socket = socketWithIdleTimeout(shortTimeouts.idleSocketMs).connect(
    await portOf(server),
    '127.0.0.1',
  )
  await once(socket, 'connect')
  const line = connectTls({
    ...sharedKey,
    socket,
    pskCallback: () => ({ psk: key, identity: 'shop' }),
    checkServerIdentity: () => undefined,
  })
  const closed = once(line, 'close')
  await once(line, 'secureConnect')
  const started = performance.now()
  while (performance.now() - started < 1.5 * shortTimeouts.idleSocketMs) await once(line, 'data')
  line.write('silence')
  await closed
  expect(socket.destroyed).toBe(true)
})

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
