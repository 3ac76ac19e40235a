import { customerText } from '#contract/privacy/erased.ts'
import { companyDetails } from '#contract/shared/company-details.ts'
import { isChargedBack, isHeldByDispute } from '#contract/orders.ts'
import type { OneOrder, Order } from '#contract/orders.ts'
import { goodsOfLines, goodsTotal } from '#contract/shared/shipping.ts'
import type { Clock } from '#contract/formats/clock.ts'
import { dollars, shortId } from '#contract/formats/formatting.ts'
import { openSheet, paper } from './pdf/document.ts'
import type { Sheet } from './pdf/document.ts'

const margin = 56
const right = paper.width - margin
const width = paper.width - 2 * margin
const leading = 15
/** Lines that fit beside the payment; a longer address is joined by commas. */
const addressLinesMax = 8

/** The invoice of a paid order on as many pages as its lines need, with the same facts as the printable web page. */
export function invoicePdf(order: OneOrder, buyer: string, { day }: Clock): Buffer {
  const sheet = openSheet()
  const code = shortId(order._id)
  sheet.text(margin, 72, companyDetails.name, { size: 18, isBold: true })
  sheet.text(right, 72, 'Invoice', { size: 18, isBold: true, align: 'end' })
  const head = [
    `Order ${code}`,
    `Order date: ${day(order.createdAt)}`,
    ...(order.reference ? [`Your order number: ${order.reference}`] : []),
  ]
  linesFrom(sheet, 92, right, head, 'end')
  linesFrom(sheet, 92, margin, [companyDetails.address])

  const billTo = billToLines(sheet, order, buyer)
  const shipTo = shipToLines(sheet, order)
  sheet.text(margin, 150, 'Bill to', { isBold: true })
  linesFrom(sheet, 150 + leading, margin, billTo)
  const shipToTop = 150 + (billTo.length + 2) * leading
  if (shipTo.length > 0) sheet.text(margin, shipToTop, 'Ship to', { isBold: true })
  linesFrom(sheet, shipToTop + leading, margin, shipTo)
  const { transactionId, refund } = order
  const payment = [
    'Paid',
    transactionId ?? '',
    ...(isHeldByDispute(order) ? ['Payment disputed'] : []),
    ...(refund
      ? [`${isChargedBack(order) ? 'Charged back' : 'Refunded'} on ${day(refund.at)}`]
      : []),
  ]
  linesFrom(sheet, 150, right, payment, 'end')

  const lines = billTo.length + shipTo.length + 3
  const end = items(sheet, 150 + Math.max(lines + 3, 10) * leading, order)
  sheet.text(margin, end + 3 * leading, companyDetails.returns)
  return sheet.finish(`Invoice ${code}`)
}

function linesFrom(
  sheet: Sheet,
  y: number,
  x: number,
  lines: readonly string[],
  align: 'start' | 'end' = 'start',
) {
  for (const [index, line] of lines.entries()) sheet.text(x, y + index * leading, line, { align })
}

function billToLines(sheet: Sheet, { delivery, email }: Order, buyer: string): string[] {
  const name = buyer === '' ? (delivery?.name ?? '') : buyer
  return [name, customerText(email)].flatMap((text) => broken(sheet, text))
}

function shipToLines(sheet: Sheet, { delivery }: Order): string[] {
  if (!delivery) return []
  const address = broken(sheet, delivery.address)
  const fitting =
    address.length > addressLinesMax
      ? broken(sheet, delivery.address.replaceAll('\n', ', '))
      : address
  return [...broken(sheet, delivery.name), ...fitting, ...broken(sheet, delivery.phone)]
}

const broken = (sheet: Sheet, text: string) => (text === '' ? [] : sheet.wrapped(text, width / 2))

/** Right edges of the columns of numbers. */
const columns = { quantity: 355, price: 445, amount: right } as const

/** The lowest position of a line; the sums follow below it. */
const bottom = paper.height - 130
const firstRow = 25

/** Draws the table of the order, with the sum carried over to each further page; returns its lower end. */
function items(sheet: Sheet, top: number, order: Order): number {
  const { shippingCost, price } = order
  let y = openTable(sheet, top)
  let last = y
  for (const [index, line] of order.lines.entries()) {
    const named = line.partNumber ? `${line.name}\nPart no. ${line.partNumber}` : line.name
    const texts = sheet.wrapped(named, columns.quantity - margin - 70)
    if (index > 0 && y + (texts.length - 1) * leading > bottom) {
      const carried = dollars(goodsOfLines(order.lines.slice(0, index)))
      sheet.rule(margin, last + 9, width)
      sum(sheet, last + 28, 'Carried over', carried)
      sheet.nextPage()
      sheet.text(right, 72, `Order ${shortId(order._id)}, continued`, { align: 'end' })
      y = openTable(sheet, 100)
      sum(sheet, y, 'Brought forward', carried)
      y += leading + 4
    }
    linesFrom(sheet, y, margin, texts)
    const amount = goodsTotal(line.unitPrice, line.quantity)
    row(sheet, y, [String(line.quantity), dollars(line.unitPrice), dollars(amount)])
    last = y + (texts.length - 1) * leading
    y = last + leading + 4
  }
  sheet.rule(margin, last + 9, width)

  const shipping = shippingCost > 0 ? last + 28 : last
  if (shippingCost > 0) sum(sheet, shipping, 'Shipping', dollars(shippingCost))

  const total = shipping + 28
  sheet.text(margin, total, 'Total', { size: 12, isBold: true })
  sheet.text(right, total, dollars(price), { size: 12, isBold: true, align: 'end' })
  return total
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
    sheet.text(x, y, texts[index] ?? '', { align: 'end', isBold })
  }
}

function sum(sheet: Sheet, y: number, label: string, amount: string) {
  sheet.text(margin, y, label)
  sheet.text(right, y, amount, { align: 'end' })
}
