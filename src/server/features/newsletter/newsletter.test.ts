import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newsletter } from '#contract/newsletter.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop } from '../../testing/shop.ts'
import { listSubscribers } from './queries.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop({ NEWSLETTER: 'on' })
})
afterAll(() => shop.close())

const newAddress = () => `mia.${randomUUID().slice(0, 8)}@shop.example`

const subscribe = (email: string) => shop.call(undefined, newsletter.subscribe, { body: { email } })

const mailsTo = async (email: string) =>
  (
    await shop.database.pool.query<Record<string, string>>(
      'select subject, text_body as text, unsubscribe_url as url from outbox where recipient = $1 order by id',
      [email],
    )
  ).rows

const tokenIn = (text: string | undefined) => /(?:confirm|end)=([\w-]+)/.exec(text ?? '')?.[1] ?? ''

const confirm = (token: string) => shop.call(undefined, newsletter.confirm, { body: { token } })

const isSubscribed = async (email: string) =>
  (await listSubscribers(shop.database.db)).some((subscriber) => subscriber.email === email)

/** A confirmed subscriber with the unsubscribe token. */
async function subscriber() {
  const email = newAddress()
  await subscribe(email)
  const [asked] = await mailsTo(email)
  await confirm(tokenIn(asked?.['text']))
  const [, welcome] = await mailsTo(email)
  return { email, url: welcome?.['url'] ?? '', token: tokenIn(welcome?.['url']) }
}

/** @shows row-76 */
test('subscribing needs the mailed confirmation link, which can be used twice', async () => {
  const email = newAddress()
  await subscribe(email.toUpperCase())
  const [mail] = await mailsTo(email)
  expect(mail?.['url']).toBeNull()
  expect(await isSubscribed(email)).toBe(false)
  const token = tokenIn(mail?.['text'])
  const page = await shop.app.inject({ url: `/newsletter?confirm=${token}` })
  expect([page.statusCode, await isSubscribed(email)]).toEqual([404, false])
  const answers = await Promise.all([confirm(token), confirm(token)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await isSubscribed(email)).toBe(true)
  expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual([
    'Confirm your Auto Parts newsletter subscription',
    'You’re subscribed to the Auto Parts newsletter',
  ])
})

/** @shows row-76 */
test('the response does not reveal whether an address is subscribed', async () => {
  const { email } = await subscriber()
  const answers = [await subscribe(email), await subscribe(newAddress()), await subscribe(email)]
  const responses = answers.map(({ status, body }) => [status, body])
  expect(responses).toEqual(responses.map(() => [200, { acknowledged: true }]))
})

test('an address gets at most one mail an hour', async () => {
  const email = newAddress()
  await Promise.all(Array.from({ length: 5 }, () => subscribe(email)))
  expect(await mailsTo(email)).toHaveLength(1)
  await shop.database.pool.query(
    `update newsletter_subscriptions set mailed_at = now() - interval '61 minutes' where email = $1`,
    [email],
  )
  await subscribe(email)
  const [first, second] = await mailsTo(email)
  expect(tokenIn(second?.['text'])).toBe(tokenIn(first?.['text']))
})

test('an unknown or expired confirmation link is rejected', async () => {
  const email = newAddress()
  await subscribe(email)
  const [mail] = await mailsTo(email)
  await shop.database.pool.query(
    `update newsletter_subscriptions set mailed_at = now() - interval '8 days' where email = $1`,
    [email],
  )
  const answers = [await confirm(tokenIn(mail?.['text'])), await confirm('made-up')]
  expect(answers.map(({ status }) => status)).toEqual([404, 404])
  expect(await isSubscribed(email)).toBe(false)
})

test('the unsubscribe button works and can be pressed twice', async () => {
  const { email, token } = await subscriber()
  const leave = () => shop.call(undefined, newsletter.unsubscribe, { body: { token } })
  expect([(await leave()).status, (await leave()).status]).toEqual([200, 200])
  expect(await isSubscribed(email)).toBe(false)
})

/** @shows row-76 */
test.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
  'a mail program unsubscribes with one click: %s',
  async (type) => {
    const { email, url } = await subscriber()
    const { pathname, search } = new URL(url)
    const read = await shop.app.inject({ url: `${pathname}${search}` })
    expect([read.statusCode, await isSubscribed(email)]).toEqual([404, true])
    const { statusCode } = await shop.app.inject({
      method: 'POST',
      url: `${pathname}${search}`,
      headers: { 'content-type': type },
      payload: 'List-Unsubscribe=One-Click',
    })
    expect([statusCode, await isSubscribed(email)]).toEqual([200, false])
  },
)

test('confirmation and unsubscribe tokens are not interchangeable', async () => {
  const { email, token } = await subscriber()
  const [asked] = await mailsTo(email)
  await shop.call(undefined, newsletter.unsubscribe, { body: { token: tokenIn(asked?.['text']) } })
  expect(await isSubscribed(email)).toBe(true)
  expect((await confirm(token)).status).toBe(404)
})

test('with the newsletter disabled, subscribing fails and unsubscribing works', async () => {
  const disabled = await openShop()
  const email = newAddress()
  const asked = await disabled.call(undefined, newsletter.subscribe, { body: { email } })
  const left = await disabled.call(undefined, newsletter.unsubscribe, { body: { token: 'any' } })
  await disabled.close()
  expect([asked.status, left.status]).toEqual([404, 200])
})
