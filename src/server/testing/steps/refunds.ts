import { afterAll, vi } from 'vitest'
import { manageOrders } from '#contract/orders/manage-orders.ts'
import type { PartialRefund } from '#contract/invoices/refunds.ts'
import { placeLines } from '../order-lines.ts'
import { expectInvariantsToHold, openPayments } from '../payments.ts'

/** A shop for one test file of refunds, with an admin and a customer. At its end all invariants hold. */
export async function openRefunds() {
  const { shop, steps } = await openPayments()
  const anna = await shop.signIn({ name: 'Anna', isAdmin: true })
  const mia = await shop.signIn()
  afterAll(() => expectInvariantsToHold(shop))

  return {
    shop,
    steps,
    anna,
    mia,
    /** Pays an order of Mia. */
    async pay<Ordered extends Parameters<typeof steps.payAtProvider>[1]>(ordered: Ordered) {
      const intentId = await steps.payAtProvider(mia, ordered)
      await steps.report(mia, ordered.id, intentId)
      return { ...ordered, intentId }
    },
    /** Cents that the provider has refunded. */
    atProvider: async (intentId: string) =>
      (await shop.parts.cards.findIntent(intentId))?.amountRefunded,
    refundRest: (id: string, who = anna) =>
      shop.call(who, manageOrders.refund, { params: { id }, body: { reason: 'Ordered twice' } }),
  }
}

/** The same, with the steps of partial refunds. */
export async function openPartialRefunds() {
  const opened = await openRefunds()
  const { shop, steps, anna, mia, pay } = opened

  return {
    ...opened,

    /** A paid order of ten units at $68 and twenty at $10: $880. */
    async paidOrder() {
      const lamp = await shop.stock({ quantity: 100 })
      const bulb = await shop.stock({ quantity: 100, price: 1000 })
      const { body } = await placeLines(shop, mia, [
        [lamp, 10],
        [bulb, 20],
      ])
      return { ...(await pay({ id: body.insertedId, total: 880, part: lamp })), lamp, bulb }
    },

    refund: (id: string, body: Partial<PartialRefund>, idempotencyKey?: string) =>
      shop.call(
        anna,
        manageOrders.refundPart,
        { params: { id }, body: { lines: [], restock: false, ...body } },
        idempotencyKey ? { idempotencyKey } : {},
      ),

    refundsOf: async (id: string) =>
      (await shop.call(anna, manageOrders.refunds, { params: { id } })).body,

    makeDue: () => steps.query('update partial_refunds set next_attempt_at = now()'),

    /** The node ends after the provider has made the next refund. */
    endAfterAnswer() {
      const { cards } = shop.shop
      const { refundPart } = cards
      vi.spyOn(cards, 'refundPart').mockImplementationOnce(async (...wanted) => {
        await refundPart(...wanted)
        throw new Error('ended')
      })
    },
  }
}

/** Units of a part, as a line of a refund. */
export const units = ({ id }: { id: string }, quantity: number) => ({ product: id, quantity })

export const countTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)
