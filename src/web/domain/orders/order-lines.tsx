import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { dollars, groupDigits, shortId } from '#contract/formats/formatting.ts'
import { orderedAsText } from '#contract/numbers/ordered-as.ts'
import type { Order, OrderLine } from '#contract/orders/orders.ts'
import { goodsTotal } from '#contract/shared/shipping.ts'
import { orderedFor } from '#contract/fitments/ordered-for.ts'
import { priceOriginOf, sharedOrigin } from './price-origin.ts'

type OrderLinesProps = {
  order: Order
  /** Shown in place of the number of lines. */
  text?: ReactNode
  /** Shown beside it. */
  note?: string | undefined
  /** Part of the fold, above its text. */
  children?: ReactNode
}

/** The parts of an order, folded; nothing for an order of one part, which shows it by its own fields. */
export function OrderLines({ order, text, note, children }: OrderLinesProps) {
  const { _id, lines } = order
  if (lines.length === 1) return null
  const shared = sharedOrigin(lines)
  return (
    <details className="order-lines">
      <summary>
        {children}
        <span className="order-lines__text">
          <ChevronRight />
          <span>{text ?? `${lines.length} lines`}</span>
          <span className="visually-hidden"> of order {shortId(_id)}</span>
          {note && (
            <small className="clip" title={note}>
              · {note}
            </small>
          )}
        </span>
      </summary>
      {shared && <p className="muted">Price: {shared}</p>}
      <ul>
        {lines.map((line) => (
          <Line key={line.product} line={line} shared={shared} />
        ))}
      </ul>
    </details>
  )
}

function Line({ line, shared }: { line: OrderLine; shared: string | undefined }) {
  const { name, partNumber, quantity, unitPrice, vehicle, orderedAs } = line
  const origin = priceOriginOf(line, shared)
  return (
    <li>
      <span className="order-lines__part">
        {name}
        {partNumber && (
          <small className="mono" translate="no">
            {partNumber}
          </small>
        )}
        {orderedAs && <small>{orderedAsText(orderedAs)}</small>}
        {vehicle && <small>For: {orderedFor(line)}</small>}
        {origin && <small>{origin}</small>}
      </span>
      <span>
        {groupDigits(quantity)} × {dollars(unitPrice)}
      </span>
      <b>{dollars(goodsTotal(unitPrice, quantity))}</b>
    </li>
  )
}
