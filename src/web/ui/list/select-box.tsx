import type { Selection } from '#web/lib/lists/selection.ts'

type SelectBoxProps = {
  selection: Selection
  id: string
  /** Accessible name of the row; undefined if it cannot be selected. */
  name: string | undefined
}

/** Selects a row; with Shift, all rows since the previous toggle. */
export function SelectBox({ selection, id, name }: SelectBoxProps) {
  return (
    <label className="select-box">
      <input
        type="checkbox"
        className="checkbox"
        aria-label={name ? `Select ${name}` : 'Nothing to select'}
        disabled={!name}
        checked={selection.ids.has(id)}
        onChange={({ nativeEvent }) =>
          selection.toggle(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
      />
    </label>
  )
}

export function SelectAllBox({ selection }: { selection: Selection }) {
  const { ids, isAll, toggleAll } = selection
  return (
    <label className="select-box">
      <input
        type="checkbox"
        className="checkbox"
        aria-label="Select all on this page"
        checked={isAll}
        ref={(box) => {
          if (box) box.indeterminate = ids.size > 0 && !isAll
        }}
        onChange={toggleAll}
      />
    </label>
  )
}
