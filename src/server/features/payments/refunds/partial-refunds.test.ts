import { expect, test } from 'vitest'
import { manageOrders } from '#contract/orders/manage-orders.ts'
import { ownOrders } from '#contract/orders/own-orders.ts'
import { countTo, openPartialRefunds, units } from '../../../testing/steps/refunds.ts'
import { queueOrderMails } from '../../order-mails/order-mails.ts'
import { settle } from '../settle.ts'

const { shop, steps, anna, mia, atProvider, paidOrder, refund, refundRest, refundsOf } =
  await openPartialRefunds()

/** @shows row-136, row-209, P2 */
test('refunds units of lines and an amount, returns the units, and issues a credit note', async () => {
  const { id, lamp, bulb, intentId } = await paidOrder()
  const answer = await refund(id, {
    lines: [units(lamp, 2), units(bulb, 5)],
    amount: 4.5,
    restock: true,
    reason: 'Came broken',
  })
  expect(answer.body).toEqual({ state: 'made' })
  expect(await atProvider(intentId)).toBe(19_050)
  expect([await steps.unitsLeft(lamp.id), await steps.unitsLeft(bulb.id)]).toEqual([92, 85])
  expect(await refundsOf(id)).toMatchObject({
    paid: 880,
    refunded: 190.5,
    left: 689.5,
    lines: [{ refunded: 2 }, { refunded: 5 }],
    refunds: [
      { amount: 190.5, state: 'made', creditNote: expect.any(Number), reason: 'Came broken' },
    ],
  })
  const listed = await shop.call(anna, manageOrders.all, { query: { page: 1, q: id } })
  expect(listed.body).toMatchObject([
    { quantity: 30, price: 880, partlyRefunded: { amount: 190.5, units: 7 } },
  ])
  expect(await steps.read(mia, id)).toMatchObject({
    status: 'paid',
    paid: true,
    lines: [
      { quantity: 10, refunded: 2 },
      { quantity: 20, refunded: 5 },
    ],
  })
  expect(
    await steps.query('select action, after from admin_actions where target = $1', [id]),
  ).toEqual([
    {
      action: 'refund-order',
      after: {
        refunded: '$190.50',
        units: `2 × ${lamp.name}, 5 × ${bulb.name}`,
        reason: 'Came broken',
      },
    },
  ])
})

test('units of a shipped order return to the stock only if the admin says so', async () => {
  const { id, lamp } = await paidOrder()
  await shop.call(anna, manageOrders.ship, { params: { id } })
  await refund(id, { lines: [units(lamp, 1)] })
  expect(await steps.unitsLeft(lamp.id)).toBe(90)
  await refund(id, { lines: [units(lamp, 2)], restock: true })
  expect(await steps.unitsLeft(lamp.id)).toBe(92)
})

/** @shows row-136, P2, asvs-2.3.4 */
test('simultaneous refunds never come to more than the payment', async () => {
  const { id, intentId } = await paidOrder()
  const answers = await Promise.all(countTo(8).map(() => refund(id, { amount: 200 })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(4)
  expect(answers.filter(({ body }) => body.code === 'refund-too-high')).toHaveLength(4)
  expect(await atProvider(intentId)).toBe(80_000)
})

/** @shows row-136, asvs-2.3.4 */
test('simultaneous refunds never return more units than were ordered', async () => {
  const { id, lamp } = await paidOrder()
  const answers = await Promise.all(
    countTo(6).map(() => refund(id, { lines: [units(lamp, 4)], restock: true })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
  expect(answers.filter(({ body }) => body.code === 'refund-too-high')).toHaveLength(4)
  expect(await steps.unitsLeft(lamp.id)).toBe(98)
})

/** @shows row-136, P5 */
test('a repeated request refunds once', async () => {
  const { id, intentId } = await paidOrder()
  const answers = await Promise.all(countTo(3).map(() => refund(id, { amount: 10 }, 'one-press')))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await refund(id, { amount: 10 }, 'one-press')).body).toEqual({ state: 'made' })
  expect(await atProvider(intentId)).toBe(1_000)
})

test('the refund of the rest ends the order: what was refunded before is neither paid nor returned again', async () => {
  const { id, lamp, bulb, intentId } = await paidOrder()
  await refund(id, { lines: [units(lamp, 3)], restock: true })
  await refund(id, { lines: [units(bulb, 4)] })
  expect((await refundRest(id)).body.modifiedCount).toBe(1)
  expect(await atProvider(intentId)).toBe(88_000)
  expect([await steps.unitsLeft(lamp.id), await steps.unitsLeft(bulb.id)]).toEqual([100, 96])
  const { refunds } = await refundsOf(id)
  expect(refunds.map(({ amount }) => amount)).toEqual([204, 40, 636])
  expect((await refund(id, { amount: 1 })).body.code).toBe('not-in-this-state')
})

/** @shows row-136 */
test('an order that is refunded by parts becomes refunded, by the admin of the last', async () => {
  const { id, lamp, bulb } = await paidOrder()
  await refund(id, { lines: [units(lamp, 10)], restock: true })
  await refund(id, { amount: 100 })
  await refund(id, { lines: [units(bulb, 10)] })
  expect(await steps.read(mia, id)).toMatchObject({ status: 'refunded', paid: false })
  expect(await steps.eventsOf(id)).toEqual([
    'placed',
    'paid',
    'partly-refunded',
    'partly-refunded',
    'refunded',
  ])
  const { body: history } = await shop.call(anna, manageOrders.history, { params: { id } })
  expect(history.slice(2).map(({ by, amount }) => [by, amount])).toEqual([
    [anna.email, 680],
    [anna.email, 780],
    [anna.email, undefined],
  ])
  // The ten units that only the amount paid for were never shipped.
  expect([await steps.unitsLeft(lamp.id), await steps.unitsLeft(bulb.id)]).toEqual([100, 90])
})

/** @shows row-136, P2 */
test('refunds of the shop and of the provider’s dashboard get a credit note each, however their events arrive', async () => {
  const { id, intentId } = await paidOrder()
  const byHand = (amount: number) =>
    shop.stripe.refunds.create({ payment_intent: intentId, amount })
  await byHand(1_000)
  await refund(id, { amount: 20 })
  await byHand(3_000)
  await Promise.all(countTo(4).map(() => settle(shop.shop, intentId)))
  const { refunded, refunds } = await refundsOf(id)
  expect(refunded).toBe(60)
  expect(refunds.map(({ amount }) => amount)).toEqual([10, 20, 30])
  expect(new Set(refunds.map(({ creditNote }) => creditNote)).size).toBe(3)
})

test.each([
  ['nothing', {}, 'invalid'],
  [
    'no units',
    { lines: [{ product: '018f0000-0000-7000-8000-000000000000', quantity: 0 }] },
    'invalid',
  ],
  [
    'another part',
    { lines: [{ product: '018f0000-0000-7000-8000-000000000000', quantity: 1 }] },
    'invalid',
  ],
  ['a negative amount', { amount: -1 }, 'invalid'],
  ['a cent more than was paid', { amount: 880.01 }, 'refund-too-high'],
])('%s is refused', async (_, body, code) => {
  const { id, intentId } = await paidOrder()
  expect((await refund(id, body)).body.code).toBe(code)
  expect(await atProvider(intentId)).toBe(0)
})

test('more units than were ordered, an unpaid order and a disputed one are refused', async () => {
  const { id, lamp } = await paidOrder()
  expect((await refund(id, { lines: [units(lamp, 11)] })).body.code).toBe('refund-too-high')
  const unpaid = await steps.order(mia)
  expect((await refund(unpaid.id, { amount: 1 })).body.code).toBe('not-paid')
  await steps.query(`update orders set dispute = 'open' where id = $1`, [id])
  expect((await refund(id, { amount: 1 })).body.code).toBe('payment-disputed')
  await steps.query('update orders set dispute = null where id = $1', [id])
})

/** @shows row-136, asvs-2.3.4 */
test('the database refuses refunds above the payment, and more units than were ordered', async () => {
  const { id, intentId } = await paidOrder()
  const insert = (cents: number) =>
    steps.query(
      `insert into partial_refunds (order_id, refund_no, intent_id, amount_cents, is_restocked, actor)
       select $1, 1 + count(*), $2, $3, false, 'x' from partial_refunds where order_id = $1`,
      [id, intentId, cents],
    )
  await expect(insert(88_001)).rejects.toThrow('refunds exceed the payment')
  await insert(100)
  const line = `insert into partial_refund_lines (order_id, refund_no, line, quantity) values ($1, 1, 1, 11)`
  await expect(steps.query(line, [id])).rejects.toThrow('more units are refunded')
  await expect(
    steps.query(`select issue_credit_note($1, 're_x', 88001, null)`, [id]),
  ).rejects.toThrow('credit notes exceed the invoice')
  await steps.query('update partial_refunds set refused_at = now() where order_id = $1', [id])
})

/** @shows row-136 */
test('the customer gets a mail with the amount for each refund, and My Order shows it', async () => {
  const { id } = await paidOrder()
  await queueOrderMails(shop.shop)
  await refund(id, { amount: 30 })
  await refund(id, { amount: 12.5 })
  await refundRest(id)
  await queueOrderMails(shop.shop)
  const mails = await steps.query(
    'select subject, text_body as text from outbox where recipient = $1 and subject like $2 order by id',
    [mia.email, `%efunded: your order ${id.slice(-8)}`],
  )
  expect(
    mails.map(
      ({ text }) => /We’ve refunded [^.]*\.\d\d[^.]*(?:\.\d\d[^.]*)?\./.exec(String(text))?.[0],
    ),
  ).toEqual([
    'We’ve refunded part of your payment to your card: $30.00 in all.',
    'We’ve refunded $12.50 of your payment to your card, $42.50 in all.',
    'We’ve refunded the rest of your payment to your card, $880.00 in all.',
  ])
  const notes = mails.map(({ text }) => String(text).match(/Credit note \d+: \$[\d.]+/g) ?? [])
  expect(notes).toEqual([
    [expect.stringMatching(/: \$30\.00$/)],
    [expect.stringMatching(/: \$12\.50$/)],
    [expect.stringMatching(/: \$837\.50$/)],
  ])
  const { body } = await shop.call(mia, ownOrders.mine, {
    query: { email: mia.email, q: id, page: 1 },
  })
  expect(body[0]).toMatchObject({
    steps: [{}, {}, { amount: 30 }, { amount: 42.5 }, { kind: 'refunded' }],
    creditNotes: [{ amount: 30 }, { amount: 12.5 }, { amount: 837.5 }],
  })
})
