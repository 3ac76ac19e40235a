import { dollars } from '#contract/formats/formatting.ts'
import { Button } from '#web/ui/button.tsx'

interface Choice {
  _id: string
  name: string
  partNumber?: string | undefined
  price: number
  quantity: number
}

type ChoosePartProps<Part> = {
  /** That all of them have. */
  number: string
  parts: readonly Part[]
  onChoose: (part: Part) => void
}

/** The parts that a number may mean, of which the buyer takes one. */
export function ChoosePart<Part extends Choice>({
  number,
  parts,
  onChoose,
}: ChoosePartProps<Part>) {
  return (
    <ul className="choose-part" aria-label={`Parts with the number ${number}`}>
      {parts.map((part) => (
        <li key={part._id}>
          <Button size="small" onClick={() => onChoose(part)}>
            {part.name}
          </Button>
          <small className="muted">
            {part.partNumber && `${part.partNumber} · `}
            {dollars(part.price)}, {part.quantity} in stock
          </small>
        </li>
      ))}
    </ul>
  )
}
