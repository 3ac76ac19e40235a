import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { verificationMail } from '../features/accounts/mails.ts'
import { openShop } from '../testing/shop.ts'
import type { TestShop } from '../testing/shop.ts'
import { createMailJob, queueMail } from './mail.ts'

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

test('a queued mail arrives once, however many nodes work on the outbox', async () => {
  const to = { email: 'mia@shop.example', name: 'Mia <b>' }
  const link = 'https://shop.example/verify?a=1&b=2'
  await queueMail(shop.database.db, verificationMail(to, link))
  await Promise.all([send(), send(), send()])
  const [mail, ...more] = await inbox(to.email)
  expect(more).toEqual([])
  expect(mail?.links).toEqual([link])
  expect(mail?.html).toContain('verify?a=1&amp;b=2')
})

test('a mail the server refuses waits and is sent at the next turn', async () => {
  shop.sandbox.setFaults({ mail: { rejectNext: 1 } })
  const mail = { to: 'noah@shop.example', subject: 'Shipped', text: 'On its way', html: '<p>…</p>' }
  await queueMail(shop.database.db, mail)
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

test('a mail that fails for the tenth time is an error in the log, which names nobody', async () => {
  shop.sandbox.setFaults({ mail: { rejectNext: 1 } })
  const mail = { to: 'ann@shop.example', subject: 'Shipped', text: 'On its way', html: '<p>…</p>' }
  await queueMail(shop.database.db, mail)
  const { rows } = await shop.database.pool.query(
    'update outbox set attempts = 9 where recipient = $1 returning id',
    [mail.to],
  )
  await send()
  const told = log.error.mock.calls
  expect(told).toEqual([
    [
      { mail: rows[0].id, attempts: 10, code: expect.any(String), alarm: true },
      expect.stringContaining('a mail could not be sent'),
    ],
  ])
  expect(JSON.stringify(told)).not.toContain('ann')
})
