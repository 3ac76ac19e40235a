import type { Invoice } from '#contract/invoices/invoices.ts'
import { billedTo } from '#contract/invoices/invoices.ts'
import { orderedAsText } from '#contract/numbers/ordered-as.ts'
import { companyDetails } from '#contract/shared/company-details.ts'
import { customerText } from '#contract/shared/erased.ts'
import type { Order } from '#contract/orders/orders.ts'
import { toCents, toDollars } from '#contract/shared/fields.ts'
import { dollars } from '#contract/formats/formatting.ts'
import { documentSums, netUnitPrice } from '#contract/invoices/document-sums.ts'
import type { OrderTax } from '#contract/taxes/taxes.ts'
import { openSheet, paper } from './pdf/document.ts'
import type { Sheet } from './pdf/document.ts'

const margin = 56
const right = paper.width - margin
const width = paper.width - 2 * margin
const leading = 15
/** The width of each of two addresses side by side. */
const addressWidth = width / 2 - 10
/** A longer address is joined by commas. */
const addressLinesMax = 8

/** A row of the table; one without a unit price is an amount. */
export interface Item {
  name: string
  partNumber?: string | undefined
  /** The car that it was ordered for. */
  vehicle?: string | undefined
  /** The number that it was ordered by, if that is not its own. */
  orderedAs?: string | undefined
  /** Why its unit price is below the list price. */
  note?: string | undefined
  quantity?: number
  unitPrice?: number
  amount: number
}

/** A document about the money of an order. */
interface Paper {
  /** Such as `Invoice 12`. */
  title: string
  /** Facts below the title. */
  head: readonly string[]
  order: Order
  invoice: Invoice
  items: readonly Item[]
  /** Between the items and the total. */
  shipping: number
  /** Without taxes, of a document about a part of it. */
  netShipping?: number | undefined
  /** The tax on this document. Undefined if the order has none. */
  tax: OrderTax | undefined
  total: number
}

/** Draws a document on as many pages as its items need, with the sums carried over. */
export async function drawPaper(drawn: Paper): Promise<Buffer> {
  const { title, head, order, invoice } = drawn
  const { seller } = invoice
  const sheet = openSheet()
  sheet.text(margin, 72, seller.name, { size: 18, isBold: true })
  sheet.text(right, 72, title, { size: 18, isBold: true, align: 'end' })
  linesFrom(sheet, 92, right, head, 'end')
  linesFrom(sheet, 92, margin, [
    ...seller.address.split('\n'),
    ...(seller.taxId ? [`Tax ID: ${seller.taxId}`] : []),
  ])

  const top = 92 + Math.max(head.length + 1, 4) * leading
  const billTo = billToLines(sheet, order, invoice)
  const shipTo = shipToLines(sheet, order)
  const middle = margin + width / 2 + 10
  sheet.text(margin, top, 'Bill to', { isBold: true })
  linesFrom(sheet, top + leading, margin, billTo)
  if (shipTo.length > 0) sheet.text(middle, top, 'Ship to', { isBold: true })
  linesFrom(sheet, top + leading, middle, shipTo)

  const lines = Math.max(billTo.length, shipTo.length)
  let end = await drawItems(sheet, top + (lines + 3) * leading, drawn)
  for (const { label, amount } of sumsOf(drawn).below) {
    end += leading + 4
    sum(sheet, end, label, dollars(amount))
  }
  sheet.text(margin, end + 3 * leading, companyDetails.returns)
  sheet.eachPage((page, pages) => {
    if (pages === 1) return
    sheet.text(right, paper.height - 40, `Sheet ${page} of ${pages}`, { align: 'end' })
  })
  return sheet.finish(title)
}

const sumsOf = ({ total, shipping, netShipping, tax, invoice }: Paper) =>
  documentSums({ total, shippingCost: shipping, netShipping, tax, terms: invoice.tax })

function linesFrom(
  sheet: Sheet,
  y: number,
  x: number,
  lines: readonly string[],
  align: 'start' | 'end' = 'start',
) {
  for (const [index, line] of lines.entries()) sheet.text(x, y + index * leading, line, { align })
}

function billToLines(sheet: Sheet, order: Order, invoice: Invoice): string[] {
  const { company = '', name = '', address = '', taxId } = billedTo(invoice, order)
  return [
    ...broken(sheet, company),
    ...broken(sheet, name),
    ...addressLines(sheet, address),
    ...(taxId ? [`Tax ID: ${taxId}`] : []),
    ...broken(sheet, customerText(order.email)),
  ]
}

const shipToLines = (sheet: Sheet, { delivery }: Order): string[] =>
  delivery
    ? [
        ...broken(sheet, delivery.name),
        ...addressLines(sheet, delivery.address),
        ...broken(sheet, delivery.phone),
      ]
    : []

function addressLines(sheet: Sheet, address: string): string[] {
  const lines = broken(sheet, address)
  return lines.length > addressLinesMax ? broken(sheet, address.replaceAll('\n', ', ')) : lines
}

const broken = (sheet: Sheet, text: string) =>
  text === '' ? [] : sheet.wrapped(text, addressWidth)

/** Right edges of the columns of numbers. */
const columns = { quantity: 355, price: 445, amount: right } as const

/** The lowest position of a line; the sums follow below it. */
const bottom = paper.height - 150
const firstRow = 25

/** Draws the table, with the sum carried over to each further page; returns its lower end. */
async function drawItems(sheet: Sheet, top: number, drawn: Paper): Promise<number> {
  const { title, items, shipping, total } = drawn
  let y = openTable(sheet, top)
  let last = y
  let cents = 0
  for (const [index, item] of items.entries()) {
    const { quantity, unitPrice, amount } = item
    const texts = sheet.wrapped(namedOf(item, drawn), columns.quantity - margin - 70)
    if (index > 0 && y + (texts.length - 1) * leading > bottom) {
      const carried = dollars(toDollars(cents))
      sheet.rule(margin, last + 9, width)
      sum(sheet, last + 28, 'Carried over', carried)
      await sheet.nextPage()
      sheet.text(right, 72, `${title}, continued`, { align: 'end' })
      y = openTable(sheet, 100)
      sum(sheet, y, 'Brought forward', carried)
      y += leading + 4
    }
    linesFrom(sheet, y, margin, texts)
    row(sheet, y, [
      quantity === undefined ? '' : String(quantity),
      unitPrice === undefined ? '' : dollars(unitPrice),
      dollars(amount),
    ])
    cents += toCents(amount)
    last = y + (texts.length - 1) * leading
    y = last + leading + 4
  }
  sheet.rule(margin, last + 9, width)

  const sums = [
    ...(shipping > 0 ? [{ label: 'Shipping', amount: shipping }] : []),
    ...sumsOf(drawn).above,
  ]
  let end = last
  for (const [index, { label, amount }] of sums.entries()) {
    end += index === 0 ? 28 : leading + 4
    sum(sheet, end, label, dollars(amount))
  }
  sheet.text(margin, end + 28, 'Total', { size: 12, isBold: true })
  sheet.text(right, end + 28, dollars(total), { size: 12, isBold: true, align: 'end' })
  return end + 28
}

function namedOf(item: Item, { tax, invoice }: Paper) {
  const { name, partNumber, orderedAs, vehicle, note, unitPrice } = item
  const net =
    unitPrice === undefined ? undefined : netUnitPrice(unitPrice, { tax, terms: invoice.tax })
  return [
    name,
    ...(partNumber ? [`Part no. ${partNumber}`] : []),
    ...(orderedAs ? [orderedAsText(orderedAs)] : []),
    ...(vehicle ? [`For ${vehicle}`] : []),
    ...(note ? [`Price: ${note}`] : []),
    ...(net === undefined ? [] : [`Price without tax: ${dollars(net)}`]),
  ].join('\n')
}

/** Draws the head of the table; returns the position of its first row. */
function openTable(sheet: Sheet, top: number): number {
  sheet.text(margin, top, 'Product', { isBold: true })
  row(sheet, top, ['Quantity', 'Price', 'Amount'], true)
  sheet.rule(margin, top + 7, width)
  return top + firstRow
}

function row(sheet: Sheet, y: number, texts: readonly string[], isBold = false) {
  for (const [index, x] of Object.values(columns).entries()) {
    const text = texts[index] ?? ''
    if (text !== '') sheet.text(x, y, text, { align: 'end', isBold })
  }
}

function sum(sheet: Sheet, y: number, label: string, amount: string) {
  sheet.text(margin, y, label)
  sheet.text(right, y, amount, { align: 'end' })
}
