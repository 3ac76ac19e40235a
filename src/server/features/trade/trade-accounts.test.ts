import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { audit } from '#contract/audit.ts'
import { orders } from '#contract/orders/orders.ts'
import { quickOrder } from '#contract/quick-order.ts'
import { manageTradeAccounts } from '#contract/trade-accounts.ts'
import { users } from '#contract/users.ts'
import { orderOf, paymentSteps } from '../../testing/payments.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop, TestUser } from '../../testing/shop.ts'
import { decisionOn, tradeFacts, tradeSteps } from '../../testing/steps/trade.ts'
import { announceRequests, queueAnnouncement } from './announce-requests.ts'

let shop: TestShop
let admin: TestUser
let mia: TestUser
let steps: ReturnType<typeof paymentSteps>
let trade: ReturnType<typeof tradeSteps>
beforeAll(async () => {
  shop = await openShop({ OWNER_EMAILS: 'owner@shop.example' })
  steps = paymentSteps(shop)
  trade = tradeSteps(shop)
  admin = await shop.signIn({ name: 'Ada', isAdmin: true })
})
beforeEach(async () => {
  mia = await shop.signIn()
})
afterAll(() => shop.close())

const mailsTo = async (recipient: string) =>
  (await steps.query(
    'select subject, text_body as text from outbox where recipient = $1 order by id',
    [recipient],
  )) as { subject: string; text: string }[]

const changesOf = async ({ uid }: TestUser) =>
  (
    await steps.query(
      `select before, after, actor = (select id::text from users where uid = $2) as "byAdmin"
       from audit_entries where target = (select id from users where uid = $1) order by id`,
      [uid, admin.uid],
    )
  ).map(({ before, after, byAdmin }) => ({ before, after, byAdmin }))

const managed = async (query: object) =>
  (await shop.call(admin, manageTradeAccounts.list, { query })).body.map(({ email }) => email)

/** @shows row-174 */
test('a customer asks, changes the request and withdraws it, which leaves nothing', async () => {
  expect(await trade.of(mia)).toEqual({ state: 'none' })
  expect((await trade.ask(mia)).body).toMatchObject({ ...tradeFacts, state: 'asked' })
  const first = await trade.of(mia)
  const changes = { company: 'Mia’s Garage', referencePrefix: 'PO-', needsReference: true }
  expect((await trade.ask(mia, changes)).status).toBe(200)
  expect(await trade.of(mia)).toEqual({ ...first, ...changes })
  expect((await trade.withdraw(mia)).body).toEqual({ deletedCount: 1 })
  expect(await trade.of(mia)).toEqual({ state: 'none' })
  expect((await trade.withdraw(mia)).body).toEqual({ deletedCount: 0 })
})

/** @shows row-174 */
test.each([
  [{ company: '' }, 'company', 'Company is Required'],
  [{ company: 'a'.repeat(101) }, 'company', 'Must be 100 characters or lower'],
  [{ taxId: 'a\nb' }, 'taxId', 'Contains characters that cannot be typed'],
  [{ invoiceAddress: ' ' }, 'invoiceAddress', 'Invoice address is Required'],
  [{ referencePrefix: 'a'.repeat(41) }, 'referencePrefix', 'Must be 40 characters or lower'],
])('a request with %j is refused at %s', async (facts, field, message) => {
  const { status, body } = await trade.ask(mia, facts)
  expect([status, body.errors]).toEqual([422, [{ field, message }]])
})

/** @shows row-175 */
test('each decision is logged once with its admin, and mailed to the customer', async () => {
  await trade.ask(mia)
  await trade.decide(admin, mia, { state: 'refused', reason: 'No such company' })
  expect(await trade.of(mia)).toMatchObject({ state: 'refused', reason: 'No such company' })
  await trade.ask(mia, { company: 'Mia’s Garage' })
  await trade.decide(admin, mia, { state: 'approved' })
  expect(await trade.of(mia)).toMatchObject({ state: 'approved', reason: '' })
  await trade.decide(admin, mia, { state: 'approved', taxExempt: true })
  expect(await trade.of(mia)).toMatchObject({ state: 'approved', taxExempt: true })
  await trade.decide(admin, mia, { state: 'approved', taxExempt: true })
  await trade.decide(admin, mia, { state: 'closed', reason: 'As agreed' })
  expect(await trade.of(mia)).toMatchObject({ state: 'closed', taxExempt: false })
  expect(await changesOf(mia)).toEqual([
    {
      before: { state: 'asked' },
      after: { state: 'refused' },
      byAdmin: true,
    },
    { before: { state: 'asked' }, after: { state: 'approved' }, byAdmin: true },
    { before: { taxExempt: false }, after: { taxExempt: true }, byAdmin: true },
    {
      before: { state: 'approved', taxExempt: true },
      after: { state: 'closed', taxExempt: false },
      byAdmin: true,
    },
  ])
  const mails = await mailsTo(mia.email)
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Your request for a trade account',
    'Your trade account is approved',
    'Your trade account has changed',
    'Your trade account is closed',
  ])
  expect(mails[0]!.text).toContain('No such company')
  expect(mails[2]!.text).toContain('keep their prices, unpaid ones only while they are reserved')
  expect(mails[3]!.text).toContain('As agreed')
  expect(mails[3]!.text).toContain('unpaid orders keep their prices while they are reserved')
  const query = { about: 'trade-account', q: mia.email } as const
  const [last, ...earlier] = (await shop.call(admin, audit.list, { query })).body
  expect(earlier.map(({ reason }) => reason)).toEqual([null, null, null])
  expect(last).toMatchObject({
    by: admin.email,
    name: 'Mia’s Garage',
    also: mia.email,
    reason: 'As agreed',
    changes: [
      { field: 'state', before: 'approved', after: 'closed' },
      { field: 'taxExempt', before: 'yes', after: 'no' },
    ],
  })
})

/** @shows row-175 */
test('a decision about facts that the customer has changed meanwhile is refused', async () => {
  await trade.ask(mia)
  const { seen } = decisionOn('asked', { state: 'approved' })
  await trade.ask(mia, { company: 'Another company' })
  const answer = await trade.decide(admin, mia, { state: 'approved', seen })
  expect([answer.status, answer.body.code]).toEqual([409, 'changed-meanwhile'])
  expect(await trade.of(mia)).toMatchObject({ state: 'asked' })
  expect(await changesOf(mia)).toEqual([])
})

/** @shows row-175 */
test('of two admins who decide at once one is refused', async () => {
  await trade.ask(mia)
  const seen = decisionOn('asked', { state: 'approved' }).seen
  const answers = await Promise.all([
    trade.decide(admin, mia, { state: 'approved', seen }),
    trade.decide(admin, mia, { state: 'refused', reason: 'No such company', seen }),
  ])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ body }) => body.code === 'changed-meanwhile')).toHaveLength(1)
  expect(await changesOf(mia)).toHaveLength(1)
})

/** @shows row-175 */
test('an admin cannot skip states, approve an unverified address or refuse without a reason', async () => {
  await trade.ask(mia)
  const skipped = await trade.decide(admin, mia, { state: 'closed' })
  expect([skipped.status, skipped.body.code]).toEqual([409, 'not-in-this-state'])
  const silent = await trade.decide(admin, mia, { state: 'refused' })
  expect(silent.body.errors).toEqual([
    { field: 'reason', message: 'A reason is Required: the customer will see it' },
  ])
  const eve = await shop.signIn({ isVerified: false })
  await trade.ask(eve)
  expect((await trade.decide(admin, eve, { state: 'approved' })).body.code).toBe(
    'email-not-verified',
  )
  expect(
    (await trade.decide(admin, eve, { state: 'refused', reason: 'Confirm your address' })).status,
  ).toBe(200)
  expect(await mailsTo(eve.email)).toEqual([])
})

/** @shows row-174 */
test('an approved account changes its address and order numbers itself, company and tax id not', async () => {
  const tara = await trade.approved(admin)
  const moved = { invoiceAddress: '2 New Road', referencePrefix: 'PO-', needsReference: true }
  expect((await trade.ask(tara, moved)).body).toMatchObject({ ...moved, state: 'approved' })
  for (const fact of [{ company: 'Another' }, { taxId: 'Another' }]) {
    const { status, body } = await trade.ask(tara, { ...moved, ...fact })
    expect([status, body.code]).toEqual([409, 'not-in-this-state'])
  }
  expect((await trade.withdraw(tara)).body.code).toBe('not-in-this-state')
  expect(await trade.of(tara)).toMatchObject({ ...tradeFacts, ...moved, state: 'approved' })
})

/** @shows row-174 */
test('orders of an account that needs its own number are refused without it, in both calls', async () => {
  const tara = await trade.approved(admin, { needsReference: true })
  const part = await shop.stock()
  const body = orderOf(part, 10)
  const lines = { lines: [{ product: part.id, quantity: 10 }], price: part.price * 10 }
  const errors = [{ field: 'reference', message: 'Your order number is Required' }]
  expect((await shop.call(tara, orders.place, { body })).body.errors).toEqual(errors)
  expect((await shop.call(tara, quickOrder.place, { body: lines })).body.errors).toEqual(errors)
  const reference = 'PO-2231'
  const one = await shop.call(tara, orders.place, { body: { ...body, reference } })
  const placed = await steps.read(tara, one.body.insertedId)
  expect(placed).toMatchObject({ reference })
  const several = await shop.call(tara, quickOrder.place, { body: { ...lines, reference } })
  expect(several.status).toBe(200)
  await trade.decide(admin, tara, { state: 'closed' })
  expect((await shop.call(tara, orders.place, { body })).status).toBe(200)
})

/** @shows row-175 */
test('the list has requests first, and is searched by company, tax id, email and name', async () => {
  const tara = await trade.approved(admin, { company: 'Zebra Motors' })
  await trade.ask(mia, { company: 'Zebra Brakes', taxId: 'ZX-77' })
  expect(await managed({ q: 'zebra' })).toEqual([mia.email, tara.email])
  expect(await managed({ q: 'zebra', page: 2, limit: 1 })).toEqual([tara.email])
  expect(await managed({ q: 'zebra', tab: 'approved' })).toEqual([tara.email])
  expect(await managed({ q: 'zx-77' })).toEqual([mia.email])
  expect(await managed({ q: mia.email })).toEqual([mia.email])
  const counted = await shop.call(admin, manageTradeAccounts.counts, { query: { q: 'zebra' } })
  expect(counted.body).toEqual({
    counts: { all: 2, asked: 1, approved: 1, refused: 0, closed: 0 },
    isCapped: false,
  })
})

/** @shows row-175 */
test('the owner gets one mail about all new requests, and none about changed ones', async () => {
  await queueAnnouncement(shop.shop)
  await steps.query(`delete from outbox where recipient = 'owner@shop.example'`)
  const noah = await shop.signIn()
  await trade.ask(mia)
  await trade.ask(noah)
  await announceRequests(shop.shop)
  await trade.ask(mia, { company: 'Mia’s Garage' })
  expect(await queueAnnouncement(shop.shop)).toBe(0)
  const mails = await mailsTo('owner@shop.example')
  expect(mails.map(({ subject }) => subject)).toEqual(['2 new requests for trade accounts'])
  expect(mails[0]!.text).toContain('/dashboard/tradeAccounts?tab=asked')
  expect(mails[0]!.text).not.toContain('Mia')
})

test('a closed account of a person gets no decision', async () => {
  await trade.ask(mia)
  await shop.call(admin, users.deactivate, { params: { email: mia.email } })
  const body = decisionOn('asked', { state: 'approved' })
  const { status } = await shop.call(admin, manageTradeAccounts.decide, {
    params: { email: mia.email },
    body,
  })
  expect(status).toBe(404)
})
