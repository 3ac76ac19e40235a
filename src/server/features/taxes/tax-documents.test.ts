import { expect, test } from 'vitest'
import { manageOrders } from '#contract/orders/manage-orders.ts'
import { ownOrders } from '#contract/orders/own-orders.ts'
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

const places = {
  vancouver: await openTaxedShop({ place: 'CA-BC' }),
  losAngeles: await openTaxedShop({ place: 'US-CA' }),
  brazil: await openTaxedShop({ place: 'BR', included: true }),
}
type Place = keyof typeof places

/** The sums of the invoice and of the credit notes of these refunds of ten units at $7.77. */
async function sumsOf(place: Place, refunds: readonly { units?: number; amount?: number }[]) {
  const taxed = places[place]
  const { shop, steps } = taxed
  const price = { vancouver: 92.18, losAngeles: 88.23, brazil: 82.6 }[place]
  const [mia, anna] = [await shop.signIn(), await shop.signIn({ isAdmin: true })]
  const { id, part, total } = await taxed.order(mia, 10, price, 777)
  await steps.report(mia, id, await steps.payAtProvider(mia, { id, total, part }))
  for (const { units, amount } of refunds) {
    const lines = units === undefined ? [] : [{ product: part.id, quantity: units }]
    const body = { lines, amount, restock: false }
    const answer = await shop.call(anna, manageOrders.refundPart, { params: { id }, body })
    expect(answer.body).toEqual({ state: 'made' })
  }
  const { creditNotes = [] } = await taxed.read(mia, id)
  const paths = [
    pathOf(ownOrders.invoice, { id }),
    ...creditNotes.map(({ number }) => `${pathOf(ownOrders.creditNote, { id })}?number=${number}`),
  ]
  const papers = await Promise.all(paths.map((path) => pdf(taxed, mia, `/api${path}`)))
  const label =
    /^(?:Refund|Further amount|Refunded before|Shipping|Net amount|Taxable amount.*|.*% .*|Total)$/
  return papers.map((text) =>
    text.flatMap((line, index) => (label.test(line) ? [`${line} ${text[index + 1]}`] : [])),
  )
}

/** @shows row-183 */
test('shipping that is not taxed is refunded without tax, and leaves all of it to the units', async () => {
  const [, ...notes] = await sumsOf('losAngeles', [{ amount: 4.9 }, { units: 10 }])
  expect(notes).toEqual([
    ['Shipping $4.90', 'Net amount $4.90', '7.25% Sales tax $0.00', 'Total $4.90'],
    ['Net amount $77.70', '7.25% Sales tax $5.63', 'Total $83.33'],
  ])
})

/** @shows row-183, row-206 */
test('a credit note has the taxable amounts of the invoice, and none of shipping that is not taxed', async () => {
  const canadian = [
    'Net amount $82.60',
    'Taxable amount, 5% GST $82.60',
    'Taxable amount, 7% PST $77.70',
    '5% GST $4.14',
    '7% PST $5.44',
    'Total $92.18',
  ]
  expect(await sumsOf('vancouver', [{ amount: 92.18 }])).toEqual([
    ['Shipping $4.90', ...canadian],
    ['Shipping $4.90', ...canadian],
  ])
  const [, ...parts] = await sumsOf('vancouver', [{ units: 10 }, { amount: 5.15 }])
  expect(parts).toEqual([
    [
      'Net amount $77.70',
      'Taxable amount, 5% GST $77.70',
      'Taxable amount, 7% PST $77.70',
      '5% GST $3.89',
      '7% PST $5.44',
      'Total $87.03',
    ],
    [
      'Shipping $4.90',
      'Net amount $4.90',
      'Taxable amount, 5% GST $4.90',
      '5% GST $0.25',
      '7% PST $0.00',
      'Total $5.15',
    ],
  ])
  const [, , brazilian] = await sumsOf('brazil', [{ units: 10 }, { amount: 4.9 }])
  expect(brazilian).toEqual([
    'Shipping $4.90',
    'Total $4.90',
    'Net amount $4.90',
    'Includes 17% ICMS $0.00',
  ])
})

/** @shows row-234, row-236 */
test('shipping that is refunded with all units or beside some is named, and nothing else is left over', async () => {
  const left = /^(?:Refund|Further|Shipping)/
  const rows = async (refunds: Parameters<typeof sumsOf>[1]) => {
    const [, ...notes] = await sumsOf('vancouver', refunds)
    return notes.map((note) => note.filter((row) => left.test(row)))
  }
  expect(await rows([{ units: 4 }, { amount: 57.36 }])).toEqual([[], ['Shipping $4.90']])
  expect(await rows([{ units: 10, amount: 5.15 }])).toEqual([['Shipping $4.90']])
  expect(await rows([{ units: 4, amount: 5.15 }, { units: 6 }])).toEqual([['Shipping $4.90'], []])
  expect(await rows([{ amount: 10 }, { amount: 82.18 }])).toEqual([
    ['Refund $8.92'],
    ['Refunded before -$8.92', 'Shipping $4.90'],
  ])
})
