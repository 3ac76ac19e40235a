import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { contact } from '#contract/contact.ts'
import { limits } from '#contract/shared/limits.ts'
import { shop as shopCalls } from '#contract/shop.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop, TestUser } from '../../testing/shop.ts'

const to = 'desk@shop.example'
let shop: TestShop
let admin: TestUser
beforeAll(async () => {
  shop = await openShop({ CONTACT_EMAIL: to, LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1' })
  admin = await shop.signIn({ name: 'Ada', isAdmin: true })
})
beforeEach(() => shop.database.pool.query('delete from outbox; delete from contact_messages'))
afterAll(() => shop.close())

const question = {
  name: 'Mia',
  email: 'mia@shop.example',
  phone: '0100 200',
  message: 'Is the panel left?\nOr right?',
}

let callers = 0
/** From an address without earlier calls. */
const send = (body: object, from = `203.0.113.${(callers += 1)}`) =>
  shop.call(
    undefined,
    contact.send,
    { body: { ...question, ...body } },
    {
      headers: { 'x-forwarded-for': from },
    },
  )

const mails = async () =>
  (
    await shop.database.pool.query<Record<string, string>>(
      'select recipient, subject, reply_to, text_body, html_body from outbox order by id',
    )
  ).rows

const list = async (query: { q?: string } = {}) =>
  (await shop.call(admin, contact.list, { query })).body

/** @shows row-75 */
test('a message is stored and mailed to the shop with its sender as reply-to', async () => {
  expect((await send({})).body).toEqual({ acknowledged: true })
  const [mail, ...more] = await mails()
  expect(more).toEqual([])
  expect(mail).toMatchObject({
    recipient: to,
    reply_to: question.email,
    subject: 'A message from the contact form',
  })
  for (const fact of [question.message, 'Mia', '0100 200'])
    expect(mail?.['text_body']).toContain(fact)
  expect(await list()).toMatchObject([{ ...question, done: false }])
})

test('a repeated message is stored once', async () => {
  await Promise.all([send({}), send({}), send({})])
  expect(await mails()).toHaveLength(1)
  expect(await list()).toHaveLength(1)
  await send({ message: 'And the right one?' })
  expect(await list()).toHaveLength(2)
})

/** @shows row-75, asvs-1.3.11, asvs-2.2.1 */
test.each([
  [{ email: 'mia@shop.example\r\nBcc: all@shop.example' }, 'email'],
  [{ email: 'mia@shop.example, all@shop.example' }, 'email'],
  [{ name: 'Mia\r\nBcc: all@shop.example' }, 'name'],
  [{ name: 'Mia\u202Eaim' }, 'name'],
  [{ phone: 'call me' }, 'phone'],
  [{ message: '   ' }, 'message'],
  [{ message: 'x'.repeat(5001) }, 'message'],
  [{ message: 'Left\u009Bor right?' }, 'message'],
])('%j is refused at its field, and nothing is sent', async (change, field) => {
  const { status, body } = await send(change)
  expect([status, body.errors?.map((error) => error.field)]).toEqual([422, [field]])
  expect(await mails()).toEqual([])
})

/** @shows asvs-1.2.1 */
test('a message is escaped in the mail', async () => {
  await send({ name: '<b>Mia</b>', message: '</p><script>alert(1)</script>' })
  const [mail] = await mails()
  expect(mail?.['html_body']).not.toMatch(/<script|<b>/)
})

test('an admin finds a message and marks it as done, once', async () => {
  await send({})
  await send({ email: 'noah@shop.example', message: 'Do you ship to Ohio?' })
  const [message] = await list({ q: 'ohio' })
  const params = { id: message!._id }
  expect((await shop.call(admin, contact.finish, { params })).body).toEqual({ modifiedCount: 1 })
  expect((await shop.call(admin, contact.finish, { params })).body).toEqual({ modifiedCount: 0 })
  expect((await list()).map(({ done }) => done)).toEqual([true, false])
})

const readPage = async (query: { page: number; q?: string }) =>
  (await shop.call(admin, contact.list, { query: { ...query, limit: 2 } })).body.map(
    ({ message }) => message,
  )

const count = async (query: { q?: string }) =>
  (await shop.call(admin, contact.count, { query })).body

test('messages are read by numbered page and counted, all of them or those that a search finds', async () => {
  for (const message of ['One', 'Two', 'Three']) await send({ message })
  expect(await readPage({ page: 1 })).toEqual(['Three', 'Two'])
  expect(await readPage({ page: 2 })).toEqual(['One'])
  expect(await readPage({ page: 3 })).toEqual([])
  expect(await readPage({ page: 1, q: 'two' })).toEqual(['Two'])
  expect(await count({})).toEqual({ count: 3, isCapped: false })
  expect(await count({ q: 'two' })).toEqual({ count: 1, isCapped: false })
})

/** @shows asvs-2.4.1 */
test('messages are rate-limited by address', async () => {
  const statuses = []
  for (let count = 0; count <= limits.contact.max; count += 1) {
    statuses.push((await send({ message: `${count}` }, '198.51.100.1')).status)
  }
  expect(statuses).toEqual([...Array(limits.contact.max).fill(200), 429])
})

/** @shows row-75 */
test('without CONTACT_EMAIL the contact form is disabled, also in the public configuration', async () => {
  const disabled = await openShop()
  const { status } = await disabled.call(undefined, contact.send, { body: question })
  const { body } = await disabled.call(undefined, shopCalls.config, {})
  const { rows } = await disabled.database.pool.query('select from contact_messages')
  await disabled.close()
  expect([status, body.contact, rows]).toEqual([404, false, []])
  expect((await shop.call(undefined, shopCalls.config, {})).body.contact).toBe(true)
})
