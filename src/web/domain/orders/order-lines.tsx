import { dollars, shortId } from '#contract/formats/formatting.ts'
import type { Order } from '#contract/orders.ts'
import { goodsTotal } from '#contract/shared/shipping.ts'

type OrderLinesProps = {
  order: Order
  /** Shown beside the number of parts. */
  note?: string | undefined
}

/** The parts of an order, folded; nothing for an order of one part, which shows it by its own fields. */
export function OrderLines({ order: { _id, lines }, note }: OrderLinesProps) {
  if (lines.length === 1) return null
  return (
    <details className="order-lines">
      <summary>
        {lines.length} parts
        <span className="visually-hidden"> of order {shortId(_id)}</span>
        {note && <small title={note}> · {note}</small>}
      </summary>
      <ul>
        {lines.map(({ product, name, partNumber, quantity, unitPrice }) => (
          <li key={product}>
            <span className="order-lines__part">
              {name}
              {partNumber && <small className="mono">{partNumber}</small>}
            </span>
            <span>
              {quantity} × {dollars(unitPrice)}
            </span>
            <b>{dollars(goodsTotal(unitPrice, quantity))}</b>
          </li>
        ))}
      </ul>
    </details>
  )
}
