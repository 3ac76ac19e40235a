import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { manageOrders } from '#contract/orders/manage-orders.ts'
import { OneOrder } from '#contract/orders/orders.ts'
import { quickOrder } from '#contract/quick-order.ts'
import { orderOfLines } from '../../testing/order-lines.ts'
import { openPayments } from '../../testing/payments.ts'
import { textOf } from '../../testing/pdf-text.ts'
import type { TestUser } from '../../testing/shop.ts'
import { settle } from '../payments/settle.ts'

const { shop, steps } = await openPayments()
let anna: TestUser
let mia: TestUser
beforeAll(async () => {
  anna = await shop.signIn({ name: 'Anna', isAdmin: true })
  mia = await shop.signIn()
})

const taxed = { TAX_NAME: 'VAT', TAX_PERCENT: 19, SELLER_TAX_ID: 'DE 123 456 789' }

/** A paid order, of ten units at $68 if nothing else is said, whose invoice has a tax. */
async function paidOrder(units: { quantity?: number; price?: number } = {}) {
  const ordered = await steps.order(mia, units)
  const intentId = await steps.payAtProvider(mia, ordered)
  await settle({ ...shop.shop, config: { ...shop.shop.config, ...taxed } }, intentId)
  return { ...ordered, intentId }
}

const oneOrder = async (id: string) => {
  const body: unknown = await steps.read(mia, id)
  return OneOrder.parse(body)
}

const creditNote = async (user: TestUser, id: string, number: number) => {
  const { statusCode, headers, rawPayload } = await shop.app.inject({
    url: `/api/order/creditNote/${id}?number=${number}`,
    headers: { authorization: `Bearer ${user.token}` },
  })
  return { statusCode, headers, text: statusCode === 200 ? textOf(rawPayload) : [] }
}

/** @shows row-128 */
test('the invoice of forty parts has as many pages as it needs, with sums carried over', async () => {
  const parts = await Promise.all(Array.from({ length: 40 }, () => shop.stock()))
  const body = { ...orderOfLines(parts.map((part) => [part, 10])), reference: 'PO-2231' }
  const placed = await shop.call(mia, quickOrder.place, { body })
  const ordered = { id: placed.body.insertedId, total: body.price }
  const intentId = await steps.payAtProvider(mia, { ...ordered, part: parts[0]! })
  await steps.report(mia, ordered.id, intentId)
  const { rawPayload } = await shop.app.inject({
    url: `/api/order/invoice/${ordered.id}`,
    headers: { authorization: `Bearer ${mia.token}` },
  })
  const text = textOf(rawPayload)
  expect(rawPayload.toString('latin1')).toMatch(/\/Count 2\b/)
  for (const { name } of parts) expect(text.join(' ')).toContain(name)
  expect(text).toEqual(
    expect.arrayContaining(['Your order number: PO-2231', 'Carried over', 'Brought forward']),
  )
  const carried = text[text.indexOf('Carried over') + 1]
  expect(text[text.indexOf('Brought forward') + 1]).toBe(carried)
  expect(text[text.lastIndexOf('Total') + 1]).toBe('$27,200.00')
})

/** @shows row-136 */
test('a credit note has units, amount, tax and number of the invoice', async () => {
  const { id, part } = await paidOrder()
  const body = { lines: [{ product: part.id, quantity: 2 }], amount: 4.5, restock: true }
  await shop.call(anna, manageOrders.refundPart, { params: { id }, body })
  const { invoice, creditNotes = [], transactionId } = await oneOrder(id)
  expect(creditNotes).toMatchObject([{ amount: 140.5 }])
  const { number } = creditNotes[0]!
  for (const user of [mia, anna]) {
    const { headers, text } = await creditNote(user, id, number)
    expect(headers['content-disposition']).toBe(`attachment; filename="credit-note-${number}.pdf"`)
    expect(text).toEqual(
      expect.arrayContaining([
        `Credit note ${number}`,
        expect.stringContaining(`For invoice ${invoice!.number} of `),
        'Tax ID: DE 123 456 789',
        String(transactionId),
        '2',
        '$136.00',
        'Further amount',
        '$4.50',
        '$140.50',
        'Includes 19% VAT',
        '$22.43',
      ]),
    )
  }
})

/** The taxes of the credit notes of an order, in cents. */
async function noteTaxes(id: string) {
  const { creditNotes = [] } = await oneOrder(id)
  const notes = await Promise.all(creditNotes.map(({ number }) => creditNote(mia, id, number)))
  return notes.map(({ text }) =>
    Math.round(Number(text[text.indexOf('Includes 19% VAT') + 1]?.replace('$', '')) * 100),
  )
}

async function refundUnit(id: string, product: string) {
  const body = { lines: [{ product, quantity: 1 }], restock: false }
  const answer = await shop.call(anna, manageOrders.refundPart, { params: { id }, body })
  expect(answer.body).toEqual({ state: 'made' })
}

/** @shows row-136, P2 */
test('the taxes of all credit notes of an order come to that of its invoice', async () => {
  // $1.66 includes 26.5 cents, and $21.58 $3.45.
  const { id, part } = await paidOrder({ quantity: 13, price: 166 })
  for (let unit = 0; unit < 4; unit++) await refundUnit(id, part.id)
  await shop.call(anna, manageOrders.refund, { params: { id }, body: { reason: 'Too late' } })
  expect(await noteTaxes(id)).toEqual([27, 26, 27, 26, 239])
})

/** @shows row-135, row-136 */
test('earlier credit notes keep the tax that they were issued with, and later ones have the rest', async () => {
  const { id, part } = await paidOrder({ quantity: 13, price: 166 })
  for (let unit = 0; unit < 3; unit++) await refundUnit(id, part.id)
  expect(await noteTaxes(id)).toEqual([27, 26, 27])
  const migration = 'src/server/db/migrations/0118-taxes-of-issued-credit-notes.sql'
  await shop.database.pool.query(readFileSync(migration, 'utf8'))
  expect(await noteTaxes(id)).toEqual([27, 27, 27])
  await refundUnit(id, part.id)
  await shop.call(anna, manageOrders.refund, { params: { id }, body: { reason: 'Too late' } })
  expect(await noteTaxes(id)).toEqual([27, 27, 27, 25, 239])
})

const refundRest = (id: string) =>
  shop.call(anna, manageOrders.refund, { params: { id }, body: { reason: 'Ordered twice' } })

/** What the last credit note of an order says between the heads of its table and its tax. */
async function lastNote(id: string) {
  const { creditNotes = [] } = await oneOrder(id)
  const { text } = await creditNote(mia, id, creditNotes.at(-1)!.number)
  return text.slice(text.lastIndexOf('Amount') + 1, text.indexOf('Net amount'))
}

/** @shows row-234 */
test('the credit note of a whole refund lists units and prices, and one that was issued before has its amount', async () => {
  const { id, part } = await paidOrder()
  await refundRest(id)
  const listed = [part.name, 'Price without tax: $57.14', '10', '$68.00', '$680.00']
  expect(await lastNote(id)).toEqual([...listed, 'Total', '$680.00'])
  const migration = 'src/server/db/migrations/0120-itemized-credit-notes.sql'
  await steps.query(
    `alter table credit_notes drop column is_itemized; ${readFileSync(migration, 'utf8')}`,
  )
  expect(await lastNote(id)).toEqual(['Refund', '$680.00', 'Total', '$680.00'])
  const next = await paidOrder()
  await refundRest(next.id)
  expect(await lastNote(next.id)).toContain(next.part.name)
})

/** @shows row-234, P2 */
test('the credit note of the rest lists the units that are left, less what was refunded without units', async () => {
  const { id, part } = await paidOrder()
  for (const body of [{ lines: [{ product: part.id, quantity: 3 }] }, { amount: 20 }]) {
    const answer = await shop.call(anna, manageOrders.refundPart, {
      params: { id },
      body: { lines: [], restock: false, ...body },
    })
    expect(answer.body).toEqual({ state: 'made' })
  }
  await refundRest(id)
  expect((await lastNote(id)).slice(2)).toEqual([
    '7',
    '$68.00',
    '$476.00',
    'Refunded before',
    '-$20.00',
    'Total',
    '$456.00',
  ])
})

/** @shows row-136, P8 */
test('the credit note of another account, of another order or with another number is not found', async () => {
  const [{ id, intentId }, other] = [await paidOrder(), await paidOrder()]
  await shop.stripe.refunds.create({ payment_intent: intentId, amount: 100 })
  await settle(shop.shop, intentId)
  const number = (await oneOrder(id)).creditNotes![0]!.number
  const noah = await shop.signIn({ name: 'Noah' })
  const answers = await Promise.all([
    creditNote(mia, id, number),
    creditNote(noah, id, number),
    creditNote(mia, other.id, number),
    creditNote(mia, id, number + 1000),
  ])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 404, 404, 404])
})
