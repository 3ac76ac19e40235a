import { dollars } from '#contract/formats/formatting.ts'
import type { QuickRow } from '#contract/quick-order.ts'
import { Button } from '#web/ui/button.tsx'
import type { CheckedPart } from './edit-rows.ts'

type ChoosePartProps = {
  row: QuickRow
  onChoose: (part: CheckedPart) => void
}

/** The parts that a number may mean, of which the buyer takes one. */
export function ChoosePart({ row: { product, others = [], part }, onChoose }: ChoosePartProps) {
  if (!product) return null
  return (
    <ul className="quick-order__choice" aria-label={`Parts with the number ${part}`}>
      {[product, ...others].map((each) => (
        <li key={each._id}>
          <Button size="small" onClick={() => onChoose(each)}>
            {each.name}
          </Button>
          <small className="muted">
            {each.partNumber && `${each.partNumber} · `}
            {dollars(each.price)}, {each.quantity} in stock
          </small>
        </li>
      ))}
    </ul>
  )
}
