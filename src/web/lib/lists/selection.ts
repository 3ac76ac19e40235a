import { useRef, useState } from 'react'

export interface Selection {
  ids: ReadonlySet<string>
  /** Whether every row that can be selected is. */
  isAll: boolean
  /** `withRange`: together with the rows between this one and the one before it. */
  toggle: (id: string, withRange?: boolean) => void
  toggleAll: () => void
  keepOnly: (ids: readonly string[]) => void
}

/** Rows of one page that are chosen for something to be done to all of them. */
export function useSelection(selectable: readonly string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string>(undefined)
  // A row that has left the page, or can no longer be chosen, is not chosen any more.
  const ids = new Set(selectable.filter((id) => chosen.has(id)))
  const isAll = selectable.length > 0 && ids.size === selectable.length

  function toggle(id: string, withRange = false) {
    const range = withRange ? between(selectable, last.current, id) : [id]
    last.current = id
    const isOn = !ids.has(id)
    setChosen(new Set(isOn ? [...ids, ...range] : [...ids].filter((own) => !range.includes(own))))
  }

  return {
    ids,
    isAll,
    toggle,
    toggleAll: () => setChosen(new Set(isAll ? [] : selectable)),
    keepOnly: (some) => setChosen(new Set(some)),
  }
}

/** The rows from one to another, both included, whichever comes first. */
export function between(rows: readonly string[], from: string | undefined, to: string) {
  const [start = 0, end = 0] = [rows.indexOf(from ?? to), rows.indexOf(to)].toSorted(
    (one, other) => one - other,
  )
  return start < 0 ? [to] : rows.slice(start, end + 1)
}
