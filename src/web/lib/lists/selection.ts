import { useRef, useState } from 'react'

export interface Selection {
  ids: ReadonlySet<string>
  /** Whether all selectable rows are selected. */
  isAll: boolean
  /** `withRange`: together with the rows since the previous toggle. */
  toggle: (id: string, withRange?: boolean) => void
  toggleAll: () => void
  selectOnly: (ids: readonly string[]) => void
}

/** Selected rows of one page, for bulk actions. */
export function useSelection(selectable: readonly string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string>(undefined)
  // Rows that left the page or are no longer selectable drop out.
  const ids = new Set(selectable.filter((id) => chosen.has(id)))
  const isAll = selectable.length > 0 && ids.size === selectable.length

  function toggle(id: string, withRange = false) {
    const range = withRange ? rowsBetween(selectable, last.current, id) : [id]
    last.current = id
    const isOn = !ids.has(id)
    setChosen(new Set(isOn ? [...ids, ...range] : [...ids].filter((own) => !range.includes(own))))
  }

  return {
    ids,
    isAll,
    toggle,
    toggleAll: () => setChosen(new Set(isAll ? [] : selectable)),
    selectOnly: (some) => setChosen(new Set(some)),
  }
}

/** The rows between two ids, inclusive, in either order. */
export function rowsBetween(rows: readonly string[], from: string | undefined, to: string) {
  const [start = 0, end = 0] = [rows.indexOf(from ?? to), rows.indexOf(to)].toSorted(
    (one, other) => one - other,
  )
  return start < 0 ? [to] : rows.slice(start, end + 1)
}
