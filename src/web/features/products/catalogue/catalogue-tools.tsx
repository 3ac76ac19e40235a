import { SlidersHorizontal } from 'lucide-react'
import { type FormEvent, type Ref, useId, useState } from 'react'
import { type ProductKind, productKinds } from '#contract/shared/product-kinds.ts'
import { type ProductSort } from '#contract/products/products.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { SearchBox } from '#web/ui/list/search-box.tsx'
import { useOptimisticValue } from '#web/ui/list/use-optimistic-value.ts'
import { PriceRange } from './price-range.tsx'
import {
  type CatalogueParams,
  defaultParams,
  filterCount,
  path,
  readPrice,
  type ShowParts,
} from './catalogue-params.ts'

const sorts: Record<ProductSort, string> = {
  oldest: 'Featured',
  newest: 'Newest first',
  'lowest-price': 'Lowest price first',
  'highest-price': 'Highest price first',
  name: 'Name, A to Z',
}

type CatalogueToolsProps = {
  shown: CatalogueParams
  show: ShowParts
  kinds: readonly ProductKind[]
  ref: Ref<HTMLFormElement>
}

/** Search, filters and order. Without scripts the browser submits the form to the same URL. */
export function CatalogueTools({ shown, show, kinds, ref }: CatalogueToolsProps) {
  const [kind, chooseKind] = useOptimisticValue(shown.kind, (next) => show({ kind: next }))
  const [inStock, chooseInStock] = useOptimisticValue(shown.inStock, (next) =>
    show({ inStock: next }),
  )
  const [sort, chooseSort] = useOptimisticValue(shown.sort, (next) => show({ sort: next }))
  const [isUnfolded, setIsUnfolded] = useState(false)
  const filtersId = useId()
  const set = filterCount(shown)
  // The URL may name a category without products.
  const choices = shown.kind && !kinds.includes(shown.kind) ? [...kinds, shown.kind] : kinds

  function showNow(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const text = (name: string) => {
      const value = typed.get(name)
      return typeof value === 'string' ? value.trim() : ''
    }
    const { minPrice, maxPrice } = shown
    const change = {
      q: text('q'),
      minPrice: readPrice(text('minPrice')) ?? minPrice,
      maxPrice: readPrice(text('maxPrice')) ?? maxPrice,
    }
    show(change, { isTyped: true })
  }

  return (
    <form ref={ref} className="catalogue-tools" action={path} onSubmit={showNow}>
      <SearchBox
        label="Search parts"
        placeholder="Name, description or part number"
        value={shown.q}
        onSearch={(q) => show({ q }, { isTyped: true })}
      />
      {/* Folds the filters on a phone. */}
      <Button
        className="catalogue-tools__fold"
        icon={SlidersHorizontal}
        aria-expanded={isUnfolded}
        aria-controls={filtersId}
        onClick={() => setIsUnfolded(!isUnfolded)}
      >
        {set > 0 ? `Filters (${set})` : 'Filters'}
      </Button>
      <div className="catalogue-filters" id={filtersId} data-unfolded={isUnfolded}>
        <select
          className="select"
          name="kind"
          aria-label="Kind"
          value={kind}
          onChange={({ target }) => chooseKind(target.value as CatalogueParams['kind'])}
        >
          <option value="">All kinds</option>
          {choices.map((key) => (
            <option key={key} value={key}>
              {productKinds[key]}
            </option>
          ))}
        </select>
        <PriceRange shown={shown} show={show} />
        <label className="check">
          <input
            type="checkbox"
            className="checkbox"
            name="inStock"
            value="true"
            checked={inStock}
            onChange={({ target }) => chooseInStock(target.checked)}
          />
          In stock
        </label>
      </div>
      <select
        className="select"
        name="sort"
        aria-label="Sort"
        value={sort}
        onChange={({ target }) => chooseSort(target.value as ProductSort)}
      >
        {Object.entries(sorts).map(([key, title]) => (
          <option key={key} value={key}>
            {key === defaultParams.sort && shown.q ? 'Best match' : title}
          </option>
        ))}
      </select>
      {(['vehicle', 'engine', 'fits'] as const).map(
        (name) =>
          shown[name] !== defaultParams[name] && (
            <input key={name} type="hidden" name={name} value={shown[name]} />
          ),
      )}
      {shown.view !== defaultParams.view && <input type="hidden" name="view" value={shown.view} />}
      <noscript>
        <button type="submit" className={buttonClass({})}>
          Show
        </button>
      </noscript>
    </form>
  )
}
