import { expect, test } from 'vitest'
import { manageOrders } from '#contract/manage-orders.ts'
import { ownOrders } from '#contract/own-orders.ts'
import { pathOf } from '#contract/shared/endpoint.ts'
import { textOf } from '../../testing/pdf-text.ts'
import { openTaxedShop } from '../../testing/steps/taxes.ts'
import type { TestUser } from '../../testing/shop.ts'

const opened = [
  ['net', await openTaxedShop(), 65.33],
  ['gross', await openTaxedShop({ included: true }), 54.9],
] as const

type Opened = (typeof opened)[number][1]

async function pdf({ shop }: Opened, user: TestUser, url: string) {
  const headers = { authorization: `Bearer ${user.token}` }
  return textOf((await shop.app.inject({ url, headers })).rawPayload)
}

const amountOf = (text: readonly string[], label: string) => text[text.indexOf(label) + 1]

/** @shows row-182, row-183, P2 */
test.each(opened)(
  'invoice and credit notes of %s prices have the taxes, exact to the last cent',
  async (mode, taxed, price) => {
    const { shop, steps, order, read } = taxed
    const [mia, anna] = [await shop.signIn(), await shop.signIn({ isAdmin: true })]
    const { id, part, total } = await order(mia, 10, price)
    await steps.report(mia, id, await steps.payAtProvider(mia, { id, total, part }))
    const invoice = await pdf(taxed, mia, `/api${pathOf(ownOrders.invoice, { id })}`)
    const label = mode === 'net' ? '19% VAT' : 'Includes 19% VAT'
    const all = mode === 'net' ? 10.43 : 8.76
    expect(amountOf(invoice, label)).toBe(`$${all}`)
    expect(amountOf(invoice, 'Total')).toBe(`$${price.toFixed(2)}`)

    const refund = (body: object) =>
      shop.call(anna, manageOrders.refundPart, {
        params: { id },
        body: { lines: [], restock: false, ...body },
      })
    const three = { lines: [{ product: part.id, quantity: 3 }] }
    expect((await refund(three)).body).toEqual({ state: 'made' })
    expect((await refund({ amount: 1.19 })).body).toEqual({ state: 'made' })
    const tooMuch = await refund({ amount: price })
    expect(tooMuch.body).toMatchObject({ code: 'refund-too-high' })
    await shop.call(anna, manageOrders.refund, { params: { id }, body: { reason: 'Too late' } })

    const { creditNotes = [] } = await read(mia, id)
    expect(creditNotes.map(({ amount }) => amount)).toEqual(
      mode === 'net' ? [17.85, 1.19, 46.29] : [15, 1.19, 38.71],
    )
    const notes = await Promise.all(
      creditNotes.map(({ number }) =>
        pdf(taxed, mia, `/api${pathOf(ownOrders.creditNote, { id })}?number=${number}`),
      ),
    )
    const parts = notes.map((text) => Number(amountOf(text, label)?.replace('$', '')))
    expect(parts).toEqual(mode === 'net' ? [2.85, 0.19, 7.39] : [2.39, 0.19, 6.18])
    expect(parts.reduce((sum, each) => sum + Math.round(each * 100), 0)).toBe(Math.round(all * 100))
  },
)
