import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { Config } from '../../config/config.ts'
import { verificationMail } from '../../features/accounts/mails.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop } from '../../testing/shop.ts'
import { openSmtpStandIn } from '../../testing/stand-ins/smtp.ts'
import { createMailJob, queueMails } from './outbox.ts'

const log = { warn: vi.fn(), error: vi.fn() }

let shop: TestShop
let send: () => Promise<void>
beforeAll(async () => {
  shop = await openShop()
  const SMTP_URL = `smtp://localhost:${shop.sandbox.smtpPort}`
  send = createMailJob(shop.database.db, log, { ...shop.config, SMTP_URL })
})
afterAll(() => shop.close())

const inbox = async (to: string) =>
  (await (await fetch(`${shop.sandbox.url}/mail/messages?to=${to}`)).json()) as {
    subject: string
    html: string
    links: string[]
  }[]

test('several nodes send a queued mail once', async () => {
  const url = 'https://shop.example/verify?a=1&b=2'
  const email = 'mia@shop.example'
  const { db } = shop.database
  await queueMails(db, [
    verificationMail({ email, name: 'Mia', url, origin: 'https://shop.example' }),
  ])
  await Promise.all([send(), send(), send()])
  const [mail, ...more] = await inbox(email)
  expect(more).toEqual([])
  expect(mail?.links[0]).toBe(url)
  expect(mail?.html).toContain('verify?a=1&amp;b=2')
})

test('a rejected mail is retried', async () => {
  shop.sandbox.setFaults({ mail: { rejectNext: 1 } })
  const mail = { to: 'noah@shop.example', subject: 'Shipped', text: 'On its way', html: '<p>…</p>' }
  await queueMails(shop.database.db, [mail])
  await send()
  expect(await inbox(mail.to)).toEqual([])
  const { rows } = await shop.database.pool.query(
    `update outbox set next_attempt_at = now() where recipient = $1 returning last_error`,
    [mail.to],
  )
  expect(rows[0].last_error).toBeTruthy()
  await send()
  expect(await inbox(mail.to)).toHaveLength(1)
})

test('the tenth failure of a mail is logged as an error without the recipient', async () => {
  shop.sandbox.setFaults({ mail: { rejectNext: 1 } })
  const mail = { to: 'ann@shop.example', subject: 'Shipped', text: 'On its way', html: '<p>…</p>' }
  await queueMails(shop.database.db, [mail])
  const { rows } = await shop.database.pool.query(
    'update outbox set attempts = 9 where recipient = $1 returning id',
    [mail.to],
  )
  await send()
  const logged = log.error.mock.calls
  expect(logged).toEqual([
    [
      { mail: rows[0].id, attempts: 10, code: expect.any(String), status: 451, alarm: true },
      expect.stringContaining('mail could not be sent'),
    ],
  ])
  expect(JSON.stringify(logged)).not.toContain('ann')
})

const mailTo = (to: string) => ({ to, subject: 'Shipped', text: 'On its way', html: '<p>…</p>' })

const stateOf = async (to: string) =>
  (
    await shop.database.pool.query(
      `select sent_at is not null as "isSent", attempts, last_error as error,
         next_attempt_at < now() + interval '70 seconds' as "isSoon"
       from outbox where recipient = $1`,
      [to],
    )
  ).rows[0]

const makeDue = () => shop.database.pool.query('update outbox set next_attempt_at = now()')

/** A mail server for one test, an empty outbox and the mail job of a node. */
async function ownServer(change: Partial<Config> = {}) {
  await shop.database.pool.query('delete from outbox')
  const server = await openSmtpStandIn()
  onTestFinished(server.close)
  const config = { ...shop.config, SMTP_URL: server.url, ...change }
  return { server, send: createMailJob(shop.database.db, log, config) }
}

/** @shows row-68 */
test('a permanently rejected mail is not retried and delays no other', async () => {
  const { server, send: sendThere } = await ownServer()
  log.warn.mockClear()
  server.refuse('gone@shop.example', 550)
  const others = Array.from({ length: 7 }, (_, count) => mailTo(`ida${count}@shop.example`))
  await queueMails(shop.database.db, [mailTo('gone@shop.example'), ...others])
  await sendThere()
  await makeDue()
  await sendThere()
  expect(server.taken).toHaveLength(7)
  expect(await stateOf('gone@shop.example')).toMatchObject({ isSent: false, attempts: 80 })
  expect(log.warn.mock.calls).toEqual([
    [expect.objectContaining({ status: 550 }), 'mail permanently rejected'],
  ])
  expect(JSON.stringify(log.warn.mock.calls)).not.toContain('gone@')
})

test('a rejected sender is a configuration error: the mail is retried', async () => {
  const { server, send: sendThere } = await ownServer({ MAIL_FROM: 'A <wrong@shop.example>' })
  server.refuse('wrong@shop.example', 550)
  await queueMails(shop.database.db, [mailTo('lea@shop.example')])
  await sendThere()
  expect(await stateOf('lea@shop.example')).toMatchObject({ attempts: 1, isSoon: true })
})

test('an unreachable server fails one batch of five mails, not all', async () => {
  const { server, send: sendThere } = await ownServer()
  await server.close()
  const many = Array.from({ length: 12 }, (_, count) => mailTo(`tom${count}@shop.example`))
  await queueMails(shop.database.db, many)
  await sendThere()
  const { rows } = await shop.database.pool.query(
    `select count(*) from outbox where recipient like 'tom%' and attempts = 1`,
  )
  expect(rows).toEqual([{ count: 5 }])
})

/** @shows row-68 */
test('many mails are sent five at a time, with a pause that is left to requests', async () => {
  const { db, pool } = shop.database
  const mails = Array.from({ length: 6 }, (_, index) => ({
    to: `many-${index}@shop.example`,
    subject: 'Shipped',
    text: 'On its way',
    html: '<p>…</p>',
  }))
  await queueMails(db, mails)
  await send()
  const { rows } = await pool.query<{ at: Date }>(
    "select sent_at as at from outbox where recipient like 'many-%' order by sent_at",
  )
  const times = rows.map(({ at }) => at.getTime())
  expect(times).toHaveLength(6)
  expect(times[5]! - times[0]!).toBeGreaterThanOrEqual(99)
})

test('a repeated mail has the same Message-ID', async () => {
  const { server, send: sendThere } = await ownServer()
  await queueMails(shop.database.db, [mailTo('twice@shop.example')])
  await sendThere()
  await shop.database.pool.query(
    `update outbox set sent_at = null, next_attempt_at = now() where recipient = 'twice@shop.example'`,
  )
  await sendThere()
  const ids = server.taken.map(({ messageId }) => messageId)
  expect(ids).toEqual([ids[0], ids[0]])
  expect(ids[0]).toMatch(/^<\d+\.\d+@autoparts\.example>$/)
})

test('only mailings have one-click unsubscribe headers', async () => {
  const { server, send: sendThere } = await ownServer()
  const unsubscribeUrl = 'https://shop.example/unsubscribe?token=a'
  await queueMails(shop.database.db, [
    { ...mailTo('una@shop.example'), unsubscribeUrl },
    { ...mailTo('ada@shop.example'), replyTo: 'bob@shop.example' },
  ])
  await sendThere()
  const headersOf = (to: string) => {
    const mail = server.taken.find((email) => email.to?.[0]?.address === to)
    const own = ['list-unsubscribe', 'list-unsubscribe-post', 'reply-to']
    return mail?.headers
      .filter(({ key }) => own.includes(key))
      .map(({ key, value }) => [key, value])
  }
  expect(headersOf('una@shop.example')).toEqual([
    ['list-unsubscribe', `<${unsubscribeUrl}>`],
    ['list-unsubscribe-post', 'List-Unsubscribe=One-Click'],
  ])
  expect(headersOf('ada@shop.example')).toEqual([['reply-to', 'bob@shop.example']])
})

/** @shows asvs-12.3.1 */
test('in production mail to another host requires TLS', async () => {
  // Another name for the loopback address.
  const { server, send: sendThere } = await ownServer({ production: true })
  const elsewhere = server.url.replace('127.0.0.1', '[::ffff:127.0.0.1]')
  const sendElsewhere = createMailJob(shop.database.db, log, {
    ...shop.config,
    production: true,
    SMTP_URL: elsewhere,
  })
  await queueMails(shop.database.db, [mailTo('kim@shop.example')])
  await sendElsewhere()
  expect(server.connections()).toBeGreaterThan(0)
  expect([server.taken, await stateOf('kim@shop.example')]).toMatchObject([[], { isSent: false }])
  await makeDue()
  await sendThere()
  expect(await stateOf('kim@shop.example')).toMatchObject({ isSent: true })
})
