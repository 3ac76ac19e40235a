import { afterAll, beforeAll, expect, test } from 'vitest'
import { verificationMail } from '../features/accounts/mails.ts'
import { openShop } from '../testing/shop.ts'
import type { TestShop } from '../testing/shop.ts'
import { createMailJob, queueMail } from './mail.ts'

let shop: TestShop
let send: () => Promise<void>
beforeAll(async () => {
  shop = await openShop()
  const SMTP_URL = `smtp://localhost:${shop.sandbox.smtpPort}`
  send = createMailJob(shop.database.db, { ...shop.config, SMTP_URL })
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
