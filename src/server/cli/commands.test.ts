import { execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '../db/index.ts'
import { finishErasures } from '../features/privacy/erase-account.ts'
import { queueMails } from '../services/mail/outbox.ts'
import { databaseUrl, generousTimeouts } from '../testing/global-setup.ts'
import { holdLock } from '../testing/held-lock.ts'
import { openShop } from '../testing/shop.ts'
import type { TestShop } from '../testing/shop.ts'

// Each run is a separate process that loads much of the server.
vi.setConfig({ testTimeout: 120_000 })

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const shopUrl = () => String(shop.database.pool.options.connectionString)

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'auto-parts-commands-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Runs a command and returns its exit code and output. */
async function run(name: string, args: string[], settings: Record<string, string>) {
  const { PUBLIC_URL: _, ...env } = process.env
  const command = [`src/server/cli/${name}.ts`, ...args]
  try {
    const options = { env: { ...env, ...settings } }
    return { code: 0, ...(await promisify(execFile)(process.execPath, command, options)) }
  } catch (error) {
    return error as { code: number; stdout: string; stderr: string }
  }
}

async function onServer(statement: string) {
  const server = openDatabase(inject('postgresUrl'), { max: 1, timeouts: generousTimeouts })
  await server.pool.query(statement)
  await server.close()
}

async function mailsWaitingAt(url: string) {
  const { pool, close } = openDatabase(url, { max: 1, timeouts: generousTimeouts })
  const { rows } = await pool.query<{ mails: number }>(
    'select count(*)::int as mails from outbox where sent_at is null',
  )
  await close()
  return rows[0]?.mails
}

/** @shows row-89 */
test('the commands restore a backup, over an existing shop only with --replace', async () => {
  await shop.signIn()
  await queueMails(shop.database.db, [
    { to: 'mia@shop.example', subject: 'Paid', text: 'Paid', html: 'Paid' },
  ])
  const folder = join(newFolder(), 'backup')
  const name = `restored_${randomUUID().replaceAll('-', '')}`
  await onServer(`create database ${name}`)
  onTestFinished(() => onServer(`drop database ${name}`))
  const url = databaseUrl(inject('postgresUrl'), name)
  const restore = (...args: string[]) =>
    run('restore', args, { DATABASE_URL: url, DATA_DIR: newFolder() })

  const own = { DATABASE_URL: shopUrl(), DATA_DIR: shop.config.DATA_DIR }
  expect(await run('backup', [folder], own)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(folder),
  })
  expect(await restore(folder)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Restored '),
  })
  expect(await mailsWaitingAt(url)).toBe(0)

  expect(await restore(folder)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('has data'),
  })
  const { code, stdout } = await restore('--send-mails', folder, '--replace')
  const [, before = ''] = /kept as (\S+)\.$/m.exec(stdout) ?? []
  expect([code, before]).toEqual([0, expect.stringContaining(`${name}_until_`)])
  onTestFinished(() => onServer(`drop database "${before}"`))
  expect(await mailsWaitingAt(url)).toBe(1)
})

test('a backup that is interrupted leaves no copy of rows behind', async () => {
  const folder = newFolder()
  const lock = await holdLock(shop, 'lock table orders')
  const env = { ...process.env, DATABASE_URL: shopUrl(), DATA_DIR: shop.config.DATA_DIR }
  const command = ['src/server/cli/backup.ts', join(folder, 'backup')]
  const backup = spawn(process.execPath, command, { env })
  await lock.areWaiting(1)
  expect(readdirSync(folder)).toEqual(['backup.partial'])
  backup.kill('SIGINT')
  expect(await once(backup, 'exit')).toEqual([1, null])
  expect(readdirSync(folder)).toEqual([])
  await lock.release()
})

test.each([
  ['restore', []],
  ['restore', ['--replace']],
  ['restore', ['a-backup', '--replce']],
  ['restore', ['a-backup', 'another']],
  ['backup', ['--folder', 'a-backup']],
  ['newsletter', []],
  ['privacy', ['erase']],
  ['privacy', ['forget', 'mia@shop.example']],
  ['privacy', ['erase', 'mia@shop.example', 'noah@shop.example']],
  ['sql', ['select', '1']],
  ['vehicles', []],
  ['vehicles', ['import']],
  ['vehicles', ['update', 'cars.csv']],
])('%s %j is refused with what can be asked, and does nothing', async (command, args) => {
  const folder = newFolder()
  // Nothing listens there: a connection would fail with an error.
  const settings = { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none', DATA_DIR: folder }
  expect(await run(command, args, settings)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`usage: npm run ${command}`),
  })
  expect(existsSync(join(folder, 'backups'))).toBe(false)
})

test("SQL runs on the shop's database", async () => {
  const own = { DATABASE_URL: shopUrl(), DATA_DIR: shop.config.DATA_DIR }
  const { stdout } = await run('sql', ['select current_database()'], own)
  expect(stdout).toContain(new URL(shopUrl()).pathname.slice(1))
  expect((await run('sql', ['--url'], own)).stdout.trim()).toBe(shopUrl())
})

/** @shows row-139 */
test('the owner adds an own list of cars, all of it or nothing, and the cars of the release', async () => {
  const own = { DATABASE_URL: shopUrl(), DATA_DIR: shop.config.DATA_DIR }
  const file = join(newFolder(), 'cars.csv')
  writeFileSync(file, 'Make,Model,Years\nTrabant,601,1963-1990\nWartburg,353,sixties\n')
  expect(await run('vehicles', ['import', file], own)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/cars\.csv is not imported:\nLine 3: “sixties”/),
  })
  writeFileSync(file, 'Make,Model,Years\nTrabant,601,1963-1990\n')
  expect(await run('vehicles', ['import', file], own)).toMatchObject({
    code: 0,
    stdout: 'New makes: 1\n  Trabant\nNew models: 1\n  Trabant 601: 1963-1990\n',
  })
  const { stdout } = await run('vehicles', ['update'], own)
  expect(stdout).toContain('New makes: 79')
  expect((await run('vehicles', ['update'], own)).stdout).toBe('Nothing new.\n')
})

/** @shows row-89, row-198 */
test('the newsletter export has unsubscribe links of the shop and no formulas, or fails', async () => {
  await shop.database.pool.query(
    `insert into newsletter_subscriptions (email, confirm_token, unsubscribe_token, confirmed_at)
     values ('mia@shop.example', 'yes', 'no-more', now()), ('noah@shop.example', 'maybe', 'never', null),
       ('=cmd|''/c/calc''!a0@shop.example', 'yes-too', 'no-thanks', now())`,
  )
  const settings = { DATABASE_URL: shopUrl(), DATA_DIR: shop.config.DATA_DIR }
  const exported = (PUBLIC_URL: string) =>
    run('newsletter', ['export'], { ...settings, PUBLIC_URL, NODE_ENV: 'production' })
  const { code, stdout } = await exported('https://parts.example/')
  expect(code).toBe(0)
  expect(stdout.trim().split('\n').toSorted()).toEqual([
    expect.stringMatching(/^'=cmd\|\S+@shop\.example,https:\/\/\S+no-thanks$/),
    'email,unsubscribe',
    expect.stringMatching(/^mia@shop\.example,https:\/\/parts\.example\/\S+no-more$/),
  ])
  for (const wrong of ['', 'parts.example', 'https://parts.example/shop']) {
    expect(await exported(wrong)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('PUBLIC_URL must be'),
    })
  }
})

/** @shows row-93, row-94 */
test('the owner prints and erases an account that only the sign-in has', async () => {
  const email = 'lost@shop.example'
  const settings = { DATABASE_URL: shopUrl(), DATA_DIR: shop.config.DATA_DIR }
  await shop.database.pool.query(
    `insert into identity."user" (id, name, email, "emailVerified") values ('u1', 'Lou', $1, false)`,
    [email],
  )
  const exported = await run('privacy', ['export', email], settings)
  expect(JSON.parse(exported.stdout)).toMatchObject({
    users: [],
    'identity.user': [{ email, name: 'Lou' }],
  })
  const dry = await run('privacy', ['erase', email, '--dry-run'], settings)
  expect(dry.stdout).toContain('identity.user: 1 (deleted)')
  const atSignIn = () =>
    shop.database.pool.query(
      `select email from identity."user" where email = $1 union all
       select email from users where email = $1`,
      [email],
    )
  expect((await atSignIn()).rowCount).toBe(1)

  const erasing = run('privacy', ['erase', email], settings)
  await expect
    .poll(async () => {
      await finishErasures(shop.shop)
      return (await atSignIn()).rowCount
    })
    .toBe(0)
  expect((await erasing).stdout).toContain('is erased')
  const before = new Date(Date.now() - 60_000)
  expect((await shop.signIn({ uid: 'u1', email, signedInAt: before })).token).toBeUndefined()
})

/** @shows row-93, row-94 */
test('the owner prints everything about an account, and erases it after a dry run', async () => {
  const { email } = await shop.signIn({ name: 'Zoe' })
  const own = { DATABASE_URL: shopUrl(), DATA_DIR: shop.config.DATA_DIR }
  const accounts = async () =>
    (await shop.database.pool.query('select 1 from users where email = $1', [email])).rowCount

  const exported = await run('privacy', ['export', email], own)
  expect(JSON.parse(exported.stdout)).toMatchObject({ users: [{ email, name: 'Zoe' }] })
  const dry = await run('privacy', ['erase', email, '--dry-run'], own)
  expect([dry.code, dry.stdout]).toEqual([0, expect.stringContaining('users: 1 (replaced')])
  expect(await accounts()).toBe(1)

  const erasing = run('privacy', ['erase', email], own)
  await expect
    .poll(async () => {
      await finishErasures(shop.shop)
      return accounts()
    })
    .toBe(0)
  expect(await erasing).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringContaining('is erased'),
  })
  expect(await run('privacy', ['export', email], own)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('or it has already been erased'),
  })
})
