import { expect, test, vi } from 'vitest'
import { manageOrders } from '#contract/orders/manage-orders.ts'
import { OneOrder } from '#contract/orders/orders.ts'
import { ownOrders } from '#contract/orders/own-orders.ts'
import { pathOf } from '#contract/shared/endpoint.ts'
import { openPayments } from '../../testing/payments.ts'
import { textOf } from '../../testing/pdf-text.ts'
import type { TestShop, TestUser } from '../../testing/shop.ts'
import { openTaxedShop } from '../../testing/steps/taxes.ts'
import { refundIntent } from '../payments/refunds/refunds.ts'
import { settle } from '../payments/settle.ts'
import { queueOrderMails } from './order-mails.ts'

const named = await openPayments()
const canadian = await openTaxedShop({ place: 'CA-BC' })

const isTax = /^(?:Net amount|Taxable amount.*|.*% .*)$/

/** The taxes that the last mail to a customer states, and its text. */
async function lastMail({ shop, database }: TestShop, user: TestUser) {
  await queueOrderMails(shop)
  const { rows } = await database.pool.query<{ text: string }>(
    'select text_body as text from outbox where recipient = $1 order by id desc limit 1',
    [user.email],
  )
  const { text = '' } = rows[0] ?? {}
  const taxes = text.split('\n').filter((line) => isTax.test(line.split(': ')[0] ?? ''))
  return { text, taxes }
}

/** The taxes that a document states, as a mail writes them. */
async function onPaper({ app }: TestShop, user: TestUser, path: string) {
  const headers = { authorization: `Bearer ${user.token}` }
  const text = textOf((await app.inject({ url: `/api${path}`, headers })).rawPayload)
  return text.flatMap((line, index) => (isTax.test(line) ? [`${line}: ${text[index + 1]}`] : []))
}

const notesOf = (body: unknown) => OneOrder.parse(body).creditNotes ?? []

const shops = {
  'one named tax': {
    ...named,
    async pay(user: TestUser) {
      const ordered = await named.steps.order(user, { price: 777 })
      const intentId = await named.steps.payAtProvider(user, ordered)
      const config = { ...named.shop.config, TAX_NAME: 'VAT', TAX_PERCENT: 19 }
      await settle({ ...named.shop.shop, config }, intentId)
      return ordered
    },
    taxes: 2,
  },
  'rates by place': {
    ...canadian,
    async pay(user: TestUser) {
      const ordered = await canadian.order(user, 10, 92.18, 777)
      await canadian.steps.report(
        user,
        ordered.id,
        await canadian.steps.payAtProvider(user, ordered),
      )
      return ordered
    },
    taxes: 5,
  },
}

/** @shows row-235 */
test.each(Object.entries(shops))(
  'with %s the mails about payment and refunds state the taxes of invoice and credit notes',
  async (_, { shop, steps, pay, taxes }) => {
    const [mia, anna] = [await shop.signIn(), await shop.signIn({ isAdmin: true })]
    const { id, part } = await pay(mia)
    const invoice = await onPaper(shop, mia, pathOf(ownOrders.invoice, { id }))
    expect(invoice).toHaveLength(taxes)
    expect((await lastMail(shop, mia)).taxes).toEqual(invoice)

    const paper = async () => {
      const { number } = notesOf(await steps.read(mia, id)).at(-1)!
      return onPaper(shop, mia, `${pathOf(ownOrders.creditNote, { id })}?number=${number}`)
    }
    await shop.call(anna, manageOrders.refundPart, {
      params: { id },
      body: { lines: [{ product: part.id, quantity: 3 }], amount: 4.9, restock: false },
    })
    expect(await paper()).toHaveLength(taxes)
    expect((await lastMail(shop, mia)).taxes).toEqual(await paper())

    await shop.call(anna, manageOrders.refund, { params: { id }, body: { reason: 'Too late' } })
    expect((await lastMail(shop, mia)).taxes).toEqual([...invoice, ...(await paper())])
  },
)

/** @shows row-235 */
test('the mail about a whole refund names its credit note, for which it waits ten minutes', async () => {
  const { shop, steps } = named
  const anna = await shop.signIn({ isAdmin: true })
  const refund = async () => {
    const mia = await shop.signIn()
    const ordered = await steps.order(mia)
    const intentId = await steps.payAtProvider(mia, ordered)
    await steps.report(mia, ordered.id, intentId)
    await lastMail(shop, mia)
    vi.spyOn(shop.parts.cards, 'refund').mockRejectedValueOnce(new Error('unreachable'))
    const params = { id: ordered.id }
    await shop.call(anna, manageOrders.refund, { params, body: { reason: 'Too late' } })
    expect((await lastMail(shop, mia)).text).not.toContain('We’ve refunded')
    return { mia, id: ordered.id, intentId }
  }
  const made = await refund()
  await refundIntent(shop.shop, { intentId: made.intentId, attempts: 1 })
  const { number } = notesOf(await steps.read(made.mia, made.id))[0]!
  const { text } = await lastMail(shop, made.mia)
  expect(text).toContain('We’ve refunded $680.00 to your card.')
  expect(text).toContain(`Credit note ${number}: $680.00`)

  const late = await refund()
  await steps.query(
    `update order_mails set created_at = now() - interval '11 minutes'
     where order_id = $1 and kind = 'refunded'`,
    [late.id],
  )
  const sent = await lastMail(shop, late.mia)
  expect(sent.text).toContain('We’ve refunded $680.00 to your card.')
  expect(sent.text).not.toContain('Credit note')
})
