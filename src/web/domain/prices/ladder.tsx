import { dollars, groupDigits } from '#contract/formats/formatting.ts'
import { type Prices, type Rung, unitPrice } from '#contract/prices/unit-price.ts'
import { type OrderRules, smallestOrder } from '#contract/shared/quantity.ts'

type PricedPart = OrderRules & Prices

/** The prices of a part from its smallest order up; a rung that no order reaches, or that is not lower, is left out. */
export function rungsOf(part: PricedPart): Rung[] {
  const smallest = smallestOrder(part)
  const { breaks = [] } = part
  return [
    { from: smallest, price: unitPrice(part, smallest) },
    ...breaks.filter(({ from, price }) => from > smallest && price < unitPrice(part, from - 1)),
  ]
}

type LadderProps = {
  part: PricedPart
  /** Marks the price of this quantity. */
  quantity?: number
}

/** What a unit costs by the quantity of the order; nothing where it costs the same in all. */
export function Ladder({ part, quantity = 0 }: LadderProps) {
  const rungs = rungsOf(part)
  const reached = rungs.findLast(({ from }) => from <= quantity)
  if (rungs.length === 1) return null
  return (
    <ul className="ladder" aria-label="Price per unit by quantity">
      {rungs.map((rung) => (
        <li key={rung.from} aria-current={rung === reached || undefined}>
          from {groupDigits(rung.from)} <b>{dollars(rung.price)}</b>
        </li>
      ))}
    </ul>
  )
}
