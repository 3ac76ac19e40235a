import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { CarPage } from '#contract/products/products.ts'
import { fitSentence } from '#web/domain/vehicles/fit-words.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ProductCard } from '../catalogue/product-card.tsx'

type CarPart = CarPage['parts'][number]

/** Parts that fit, each with its condition. */
export const CarParts = ({ parts, car }: { parts: readonly CarPart[]; car: string }) => (
  <ul className="product-grid">
    {parts.map((part) => (
      <li key={part._id}>
        <ProductCard product={part}>
          <Reason part={part} car={car} />
        </ProductCard>
      </li>
    ))}
  </ul>
)

function Reason({ part: { fit, years }, car }: { part: CarPart; car: string }) {
  return (
    <>
      {years.length > 0 && <p className="part-number">For {years.map(rangeText).join(', ')}</p>}
      {fit?.verdict === 'check' && (
        <Badge tone="warn" icon={TriangleAlert}>
          {fitSentence(fit, car)}
        </Badge>
      )}
      {fit?.verdict === 'fits' && (
        <Badge tone="ok" icon={CircleCheck}>
          {`Fits the ${car}`}
        </Badge>
      )}
    </>
  )
}

const rangeText = ([first, last]: readonly [number, number]) =>
  first === last ? first : `${first}–${last}`
