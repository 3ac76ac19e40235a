import { randomUUID } from 'node:crypto'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest'
import { orders } from '#contract/orders/orders.ts'
import { databaseUrl } from '../testing/global-setup.ts'
import { queueMails } from '../services/mail/outbox.ts'
import { paymentSteps } from '../testing/payments.ts'
import { openShop } from '../testing/shop.ts'
import type { TestShop } from '../testing/shop.ts'
import { backUp } from './dump.ts'
import { restore } from './restore.ts'
import { setAside } from './set-aside.ts'
import { listTables } from './tables.ts'

let shop: TestShop
let url: string
beforeAll(async () => {
  shop = await openShop()
  const { rows } = await shop.database.pool.query('select current_database() as name')
  url = databaseUrl(inject('postgresUrl'), rows[0].name)
  const steps = paymentSteps(shop)
  const mia = await shop.signIn({ name: 'Mia \\ "Ünï"\t', email: 'mia@shop.example' })
  await steps.payAtProvider(mia, await steps.order(mia))
  await steps.order(mia)
})
afterAll(() => shop.close())

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'auto-parts-backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A data folder with a picture and the secrets. */
function premises() {
  const dataDir = newFolder()
  mkdirSync(join(dataDir, 'images'))
  writeFileSync(join(dataDir, 'images', 'a.webp'), 'picture')
  writeFileSync(join(dataDir, 'secrets.json'), '{"IDENTITY_SECRET":"old"}', { mode: 0o600 })
  return { url, dataDir, folder: join(newFolder(), 'backup') }
}

async function withClient<T>(at: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(at)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function newDatabase() {
  const name = `restored_${randomUUID().replaceAll('-', '')}`
  const server = inject('postgresUrl')
  await withClient(server, (client) => client.query(`create database ${name}`))
  onTestFinished(async () => {
    await withClient(server, (client) => client.query(`drop database ${name}`))
  })
  return databaseUrl(server, name)
}

const contents = (at: string) =>
  withClient(at, async (client) => {
    const all: Record<string, unknown> = {}
    for (const { name } of await listTables(client)) {
      const { rows } = await client.query(
        `select md5(string_agg(t::text, '|' order by t::text)), count(*) from ${name} t`,
      )
      all[name] = rows[0]
    }
    return all
  })

test('a restore brings back every row, picture and secret of the backup', async () => {
  const from = premises()
  // A picture that is being written during the copy.
  writeFileSync(join(from.dataDir, 'images', 'b.webp.1.part'), 'pic')
  await backUp(from)
  expect(readdirSync(join(from.folder, 'images'))).toEqual(['a.webp'])
  const before = await contents(url)
  const target = { url: await newDatabase(), dataDir: newFolder(), folder: from.folder }
  await restore({ ...target, sendMails: true })
  expect(await contents(target.url)).toEqual(before)
  expect(before).toMatchObject({ 'public.orders': { count: 2 } })
  for (const file of ['images/a.webp', 'secrets.json']) {
    expect(readFileSync(join(target.dataDir, file))).toEqual(readFileSync(join(from.dataDir, file)))
  }
})

test('a restore discards queued mail unless asked to send it', async () => {
  const waiting = `
    select (select count(*)::int from outbox where sent_at is null) as mails,
           (select count(*)::int from orders where held_until is not null and not exists (
              select from order_mails where order_id = orders.id and made_at is not null)) as asked,
           (select count(*)::int from owner_notices) as notices`
  const mail = { to: 'mia@shop.example', subject: 'Paid', text: 'Paid', html: 'Paid' }
  await queueMails(shop.database.db, [mail])
  await shop.database.pool.query('insert into owner_notices (order_id) select id from orders')
  const from = premises()
  await backUp(from)
  const restored = async (sendMails: boolean) => {
    const target = { url: await newDatabase(), dataDir: newFolder(), folder: from.folder }
    await restore({ ...target, sendMails })
    return withClient(target.url, async (client) => (await client.query(waiting)).rows[0])
  }
  expect(await restored(false)).toEqual({ mails: 0, asked: 0, notices: 0 })
  expect(await restored(true)).toEqual({ mails: 1, asked: 2, notices: 2 })
})

test('after a restore identity columns continue and constraints hold', async () => {
  const from = premises()
  await backUp(from)
  const target = { url: await newDatabase(), dataDir: newFolder(), folder: from.folder }
  await restore(target)
  await withClient(target.url, async (client) => {
    const added = await client.query(
      `insert into order_events (order_id, kind, actor) select id, 'lapsed', 'shop' from orders
       limit 1 returning id > (select coalesce(max(id), 0) from order_events) as is_new`,
    )
    expect(added.rows).toEqual([{ is_new: true }])
    await expect(client.query('delete from orders')).rejects.toThrow('never removed')
    await expect(client.query('update order_events set actor = $1', ['x'])).rejects.toThrow(
      'append-only',
    )
  })
})

test('a backup during orders is a consistent snapshot', async () => {
  const part = await shop.stock({ quantity: 5_000 })
  const mia = await shop.signIn()
  const buying = Promise.all(
    Array.from({ length: 40 }, () =>
      shop.call(
        mia,
        orders.place,
        {
          body: { product: part.id, name: part.name, quantity: 10, price: part.price * 10 },
        },
        { idempotencyKey: randomUUID() },
      ),
    ),
  )
  const from = premises()
  await backUp(from)
  await buying
  const target = { url: await newDatabase(), dataDir: newFolder(), folder: from.folder }
  await restore(target)
  await withClient(target.url, async (client) => {
    const { rows } = await client.query(
      `select quantity = (select sum(delta) from stock_ledger where product_id = $1) as fits,
         5000 - quantity = (select coalesce(sum(quantity), 0) from order_lines where product_id = $1) as sold
       from products where id = $1`,
      [part.id],
    )
    expect(rows).toEqual([{ fits: true, sold: true }])
  })
})

test('a backup onto an existing folder is refused before it begins', async () => {
  const from = premises()
  mkdirSync(from.folder)
  await expect(backUp({ ...from, url: 'postgres://127.0.0.1:9/none' })).rejects.toThrow(
    `${from.folder} already exists`,
  )
  expect(readdirSync(join(from.folder, '..'))).toEqual(['backup'])
})

test('a backup that fails leaves no copy of rows behind', async () => {
  const from = premises()
  const images = join(from.dataDir, 'images')
  const within = { ...from, folder: join(images, 'backup') }
  await expect(backUp(within)).rejects.toThrow('subdirectory of self')
  expect(readdirSync(images)).toEqual(['a.webp'])
})

test('rejects a damaged or incomplete backup without any change', async () => {
  const from = premises()
  await backUp(from)
  const target = { url: await newDatabase(), dataDir: newFolder(), folder: from.folder }
  await withClient(target.url, (client) => client.query('create table mine ()'))
  appendFileSync(join(from.folder, 'public.orders.copy.gz'), 'x')
  await expect(restore(target)).rejects.toThrow('public.orders.copy.gz')
  rmSync(join(from.folder, 'manifest.json'))
  await expect(restore(target)).rejects.toThrow('not a complete backup')
  await withClient(target.url, (client) => client.query('select from mine'))
  expect(existsSync(join(target.dataDir, 'secrets.json'))).toBe(false)
})

test('keeps the old database when creating the new one fails', async () => {
  const url = await newDatabase()
  await withClient(url, (client) => client.query('create table mine as select 1 as id'))
  const { query } = Client.prototype
  const full = vi.spyOn(Client.prototype, 'query')
  onTestFinished(() => full.mockRestore())
  full.mockImplementation(function ask(this: Client, text: string) {
    if (text.startsWith('create database')) throw new Error('the disk is full')
    return Reflect.apply(query, this, [text]) as never
  })
  await expect(setAside(url)).rejects.toThrow('the disk is full')
  full.mockRestore()
  const { rows } = await withClient(url, (client) => client.query('select id from mine'))
  expect(rows).toEqual([{ id: 1 }])
})

test('never overwrites a database with data or in use, but can rename it', async () => {
  const from = premises()
  await backUp(from)
  await withClient(from.url, () => expect(restore(from)).rejects.toThrow('in use'))
  const target = { url: await newDatabase(), dataDir: newFolder(), folder: from.folder }
  await restore(target)
  await expect(restore(target)).rejects.toThrow('has data')

  const before = await contents(target.url)
  const old = await setAside(target.url)
  onTestFinished(async () => {
    await withClient(inject('postgresUrl'), (client) => client.query(`drop database "${old.name}"`))
  })
  await restore(target)
  const kept = new URL(target.url)
  kept.pathname = `/${old.name}`
  expect(await contents(kept.href)).toEqual(before)
})
