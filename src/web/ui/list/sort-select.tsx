import { useMediaQuery } from '#web/lib/browser/media-query.ts'
import type { Sorted } from '#web/lib/lists/list-params.ts'
import type { SortTexts } from '#web/lib/lists/managed-list.ts'
import { cardsInsteadOfTable } from './data-table.tsx'

type SortSelectProps<Sort extends string> = {
  texts: SortTexts<Sort>
  sorted: Sorted<Sort>
  onSort: (sorted: Sorted<Sort>) => void
}

const directions = ['asc', 'desc'] as const

/** Sort control for the card layout, which has no column headings. */
export function SortSelect<Sort extends string>({ texts, sorted, onSort }: SortSelectProps<Sort>) {
  const isNarrow = useMediaQuery(cardsInsteadOfTable, { onServer: false })
  if (!isNarrow) return null
  // Safe: the texts have exactly one key for each sort.
  const sorts = Object.keys(texts) as Sort[]
  const orders = sorts.flatMap((sort) => directions.map((direction) => ({ sort, direction })))
  return (
    <select
      className="select"
      aria-label="Sort by"
      value={valueOf(sorted)}
      onChange={({ target }) => {
        const chosen = orders.find((order) => valueOf(order) === target.value)
        if (chosen) onSort(chosen)
      }}
    >
      {orders.map(({ sort, direction }) => (
        <option key={valueOf({ sort, direction })} value={valueOf({ sort, direction })}>
          {texts[sort][direction]}
        </option>
      ))}
    </select>
  )
}

const valueOf = ({ sort, direction }: Sorted<string>) => `${sort} ${direction}`
