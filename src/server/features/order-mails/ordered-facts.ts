import { sql } from 'kysely'
import { dollars, groupDigits, unitsText } from '#contract/formats/formatting.ts'
import { priceNote } from '#contract/prices/price-note.ts'
import { toDollars } from '#contract/shared/fields.ts'
import type { Verdict } from '#contract/fitments/fit.ts'
import { orderedFor } from '#contract/fitments/ordered-for.ts'
import type { Facts } from '../../services/mail/mail.ts'

interface MailedLine {
  name: string
  partNumber: string | null
  quantity: number
  unitPriceCents: number
  /** Null if the unit price is that of one unit. */
  listPriceCents: number | null
  priceFrom: string | null
  /** Null if the line is for no car. */
  vehicle: string | null
  verdict: Verdict | null
  /** Null if the line was ordered by the part's own number or name; absent in a mail of an earlier version. */
  orderedAs?: string | null
  /** Cents of each rate; null without taxes. */
  taxes?: readonly number[] | null
}

/** Lines and reference of an order, as the data of a mail. */
export interface Ordered {
  lines: readonly MailedLine[]
  /** The buyer's own order number. */
  buyerReference: string | null
}

/** The lines of a row of `orders`. */
export const mailedLines = sql<MailedLine[]>`(
  select json_agg(json_build_object('name', line.name, 'partNumber', part_number,
    'quantity', line.quantity, 'unitPriceCents', unit_price_cents,
    'listPriceCents', list_price_cents, 'priceFrom', price_from, 'vehicle', vehicle,
    'verdict', verdict, 'orderedAs', ordered_as, 'taxes', taxes) order by line)
  from order_lines as line where line.order_id = orders.id)`

/** Lines shown in a mail: providers cut off mails above 100 kB. */
const linesMax = 60

/** Reference and lines; a longer order has the page with all of them. */
export const orderedFacts = ({ lines, buyerReference }: Ordered, all: string): Facts['rows'] => [
  ...(buyerReference ? [['Your order number', buyerReference] as const] : []),
  ...lineFacts(lines, all),
]

function unitPriceText({ unitPriceCents, listPriceCents, priceFrom }: MailedLine) {
  const price = dollars(toDollars(unitPriceCents))
  if (listPriceCents === null || priceFrom === null) return price
  return `${price} (${priceNote({ listPrice: toDollars(listPriceCents), priceFrom })})`
}

/** An order of one line shows it by its fields, a longer one a row for each line. */
function lineFacts(lines: readonly MailedLine[], all: string): Facts['rows'] {
  const [first, ...others] = lines
  if (first && others.length === 0) {
    const { orderedAs } = first
    const car = orderedFor(first)
    return [
      ['Product', first.name],
      ['Quantity', unitsText(first.quantity)],
      ['Unit price', unitPriceText(first)],
      ...(orderedAs ? [['Ordered as', orderedAs] as const] : []),
      ...(car ? [['For', car] as const] : []),
    ]
  }
  const shown = lines.slice(0, linesMax).map((line) => {
    const { name, quantity, orderedAs } = line
    const car = orderedFor(line)
    const facts = [
      `${groupDigits(quantity)} × ${unitPriceText(line)}`,
      ...(orderedAs ? [`ordered as ${orderedAs}`] : []),
      ...(car ? [`for ${car}`] : []),
    ]
    return [name, facts.join(', ')] as const
  })
  const left = lines.length - linesMax
  return left > 0 ? [...shown, ['Further parts', `${left} more, all of them on ${all}`]] : shown
}
