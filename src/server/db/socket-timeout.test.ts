import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'
import { connect as connectTls, createServer as createTlsServer } from 'node:tls'
import { expect, inject, onTestFinished, test } from 'vitest'
import { products } from '#contract/products.ts'
import { createApp } from '../app.ts'
import { databaseRefusal } from '../errors/errors.ts'
import { callApi, openShop } from '../testing/shop.ts'
import { startSilentHost } from '../testing/stand-ins/silent-host.ts'
import { openDatabase } from './index.ts'
import { socketThatGivesUp } from './socket-timeout.ts'

const impatient = { silenceMs: 3_000, connectMs: 30_000, statementMs: 60_000 }

/** A database behind a host that can vanish, and ten connections to it. */
async function openVanishing() {
  const host = await startSilentHost(inject('postgresUrl'))
  onTestFinished(host.close)
  const database = openDatabase(host.url, { patience: impatient })
  onTestFinished(database.close)
  return { host, database, pool: database.pool }
}

const tenAtOnce = <T>(work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: 10 }, (_, index) => work(index)))

test('connections in use end when the host of the database vanishes, and new ones take their place', async () => {
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

test('a transaction whose host vanishes ends at once, with nothing left of it', async () => {
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

test('connections that nobody uses leave no socket behind when the host vanishes', async () => {
  const { host, pool } = await openVanishing()
  let [opened, removed] = [0, 0]
  pool.on('connect', () => (opened += 1))
  pool.on('remove', () => (removed += 1)) // emitted when the socket is gone
  await tenAtOnce(() => pool.query('select'))
  host.vanish()
  await expect.poll(() => removed, { timeout: 20_000 }).toBe(opened)
})

/** @shows asvs-16.5.2 */
test('the shop says 503 while the host is away and goes on by itself when it is back', async () => {
  const shop = await openShop()
  onTestFinished(shop.close)
  const host = await startSilentHost(String(shop.database.pool.options.connectionString))
  onTestFinished(host.close)
  const database = openDatabase(host.url, { patience: impatient })
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

test('work that asks for patience may be silent', async () => {
  const { database } = await openVanishing()
  const sleep = 'select pg_sleep(4.5)'
  await expect(database.pool.query(sleep)).rejects.toThrow('Connection terminated')
  await database.patiently(({ pool }) => pool.query(sleep))
})

test('a process that was held up itself reads the answer that has come meanwhile', async () => {
  const database = openDatabase(inject('postgresUrl'), { patience: impatient })
  onTestFinished(database.close)
  const client = await database.pool.connect()
  const answer = client.query('select 1 as one')
  const started = performance.now()
  while (performance.now() - started < 1.2 * impatient.silenceMs);
  expect((await answer).rows).toEqual([{ one: 1 }])
  client.release()
})

test('a line under TLS lives as long as there is something to hear, and ends when there is not', async () => {
  const key = Buffer.alloc(16, 7)
  const sharedKey = { ciphers: 'PSK', maxVersion: 'TLSv1.2' as const }
  const server = createTlsServer({ ...sharedKey, pskCallback: () => key }, (line) => {
    line.on('error', () => {})
    // By a clock, so that there is something to hear even after the process was held up itself.
    const speaking = setInterval(() => line.write('word'), 100)
    line.once('data', () => clearInterval(speaking))
  })
  const socket = socketThatGivesUp(impatient.silenceMs).connect(await portOf(server), '127.0.0.1')
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
  while (performance.now() - started < 1.5 * impatient.silenceMs) await once(line, 'data')
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
