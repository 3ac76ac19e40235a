import { useId, useState } from 'react'
import { ErrorLine } from '#web/ui/form/field.tsx'
import { useDebouncedInput } from '#web/ui/list/use-debounced-input.ts'
import { readPrice, type CatalogueParams, type ShowParts } from './catalogue-params.ts'

type PriceRangeProps = {
  shown: CatalogueParams
  show: ShowParts
}

/** The filter by unit price. */
export function PriceRange({ shown, show }: PriceRangeProps) {
  const [problem, setProblem] = useState<'minPrice' | 'maxPrice'>()
  const errorId = useId()

  const bound = (name: 'minPrice' | 'maxPrice', label: string) => (
    <Bound
      name={name}
      label={label}
      value={shown[name]}
      errorId={problem === name ? errorId : undefined}
      onPause={(typed) => {
        const price = readPrice(typed)
        setProblem(price === undefined ? name : undefined)
        if (price !== undefined) show({ [name]: price }, { isTyped: true })
      }}
    />
  )
  return (
    <fieldset className="price-range">
      <legend className="visually-hidden">Price per unit, in dollars</legend>
      <span aria-hidden="true">Price $</span>
      {bound('minPrice', 'Lowest price')}
      <span aria-hidden="true">to</span>
      {bound('maxPrice', 'Highest price')}
      {problem && <ErrorLine id={errorId}>A price such as 18.79</ErrorLine>}
    </fieldset>
  )
}

type BoundProps = {
  name: string
  label: string
  value: string
  errorId: string | undefined
  onPause: (typed: string) => void
}

function Bound({ name, label, value, errorId, onPause }: BoundProps) {
  const typed = useDebouncedInput(value, onPause)
  return (
    <input
      {...typed}
      className="input"
      name={name}
      aria-label={label}
      aria-invalid={errorId ? true : undefined}
      aria-describedby={errorId}
      inputMode="decimal"
      maxLength={12}
      autoComplete="off"
      enterKeyHint="search"
    />
  )
}
