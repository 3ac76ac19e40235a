import { useQuery } from '@tanstack/react-query'
import { products } from '#contract/products/products.ts'
import { read } from '#web/lib/api/api.ts'
import { Button } from '#web/ui/button.tsx'
import { lettersToAsk } from './letters-to-ask.ts'

const most = 3

const useSuggested = (q: string) =>
  useQuery({
    ...read(products.suggestions, { query: { q } }, { anonymous: true }),
    enabled: q !== '',
    retry: false,
  }).data?.products

type NearPartsProps = {
  typed: string
  /** Called with the number or the name of a part. */
  onTake: (part: string) => unknown
}

/** Parts that a mistyped number or name may mean; nothing if the shop finds none. */
export function NearParts({ typed, onTake }: NearPartsProps) {
  const [whole, beginning] = lettersToAsk(typed)
  const exact = useSuggested(whole)
  const found = useSuggested(exact?.length === 0 ? beginning : '')
  const near = (exact?.length ? exact : found) ?? []
  return (
    <output className="quick-order__near">
      {near.length > 0 && <span className="muted small">Did you mean one of these?</span>}
      {near.slice(0, most).map(({ _id, name, partNumber }) => (
        <Button key={_id} size="small" onClick={() => onTake(partNumber ?? name)}>
          {partNumber && (
            <span className="mono" translate="no">
              {partNumber}
            </span>
          )}
          {name}
        </Button>
      ))}
    </output>
  )
}
