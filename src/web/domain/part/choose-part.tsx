import { dollars, groupDigits } from '#contract/formats/formatting.ts'
import { useOwnPrices } from '../prices/own-prices.ts'
import { Button } from '#web/ui/button.tsx'

interface Choice {
  _id: string
  name: string
  partNumber?: string | undefined
  price: number
  quantity: number
}

type ChoosePartProps<Part> = {
  /** The number that all of them have. */
  number: string
  parts: readonly Part[]
  /** Whether their prices are public; an account sees its own instead. */
  arePricesPublic?: boolean
  onChoose: (part: Part) => void
}

/** The parts that a number may mean, for the buyer to choose from. */
export function ChoosePart<Part extends Choice>({
  number,
  parts,
  arePricesPublic = false,
  onChoose,
}: ChoosePartProps<Part>) {
  return (
    <ul className="choose-part" aria-label={`Parts with the number ${number}`}>
      {parts.map((part) => (
        <li key={part._id}>
          <Button size="small" onClick={() => onChoose(part)}>
            {part.name}
          </Button>
          {arePricesPublic ? <OwnFacts part={part} /> : <Facts part={part} price={part.price} />}
        </li>
      ))}
    </ul>
  )
}

/** Without a price that is not known yet. */
const Facts = ({ part, price }: { part: Choice; price: number | undefined }) => (
  <small className="muted">
    {part.partNumber && `${part.partNumber} · `}
    {price !== undefined && `${dollars(price)}, `}
    {groupDigits(part.quantity)} in stock
  </small>
)

function OwnFacts({ part }: { part: Choice }) {
  const { own, isPending } = useOwnPrices(part._id)
  return (
    <>
      <Facts part={part} price={isPending ? undefined : (own ?? part).price} />
      {own && (
        <small className="choose-part__origin">
          Your price: <b>{own.from}</b>
        </small>
      )}
    </>
  )
}
