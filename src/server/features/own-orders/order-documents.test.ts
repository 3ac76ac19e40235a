import { beforeAll, expect, test } from 'vitest'
import { manageOrders } from '#contract/manage-orders.ts'
import { OneOrder } from '#contract/orders.ts'
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

/** A paid order of ten units at $68, whose invoice has a tax. */
async function paidOrder() {
  const ordered = await steps.order(mia)
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

test('the refund of a whole payment is a credit note of its total', async () => {
  const { id } = await paidOrder()
  const body = { reason: 'Ordered twice' }
  await shop.call(anna, manageOrders.refund, { params: { id }, body })
  const { creditNotes = [] } = await oneOrder(id)
  expect(creditNotes).toMatchObject([{ amount: 680 }])
  const { text } = await creditNote(mia, id, creditNotes[0]!.number)
  expect(text).toEqual(expect.arrayContaining(['Refund', '$680.00']))
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
