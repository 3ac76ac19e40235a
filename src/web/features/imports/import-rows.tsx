import type { ImportRow } from '#contract/imports.ts'
import { excerpt } from '#web/lib/format/format.ts'
import { type Column, DataTable } from '#web/ui/list/data-table.tsx'
import { ErrorLine } from '#web/ui/form/field.tsx'

const shownLength = 120

/** Rows of a file with the changes they make. */
export const ImportRows = ({ rows }: { rows: readonly ImportRow[] }) => (
  <DataTable caption="Rows of the file, in its order" rows={rows} columns={columns} card={card} />
)

const product = ({ name, line }: ImportRow) => (
  <span>
    <span className="table__main">{name || 'No name'}</span>
    <small>Line {line}</small>
  </span>
)

const short = (text: string | null) => {
  if (text === null) return <i>nothing</i>
  return text.length > shownLength ? `${excerpt(text, shownLength)}…` : text
}

const effect = ({ outcome, changes, problems, note }: ImportRow) => (
  <div className="stack">
    {problems.map((problem) => (
      <ErrorLine key={problem} isAnnounced={false}>
        {problem}
      </ErrorLine>
    ))}
    {outcome === 'unchanged' && 'Unchanged'}
    {changes.length > 0 && (
      <dl className="changes">
        {changes.map(({ column, before, after }) => (
          <div key={column}>
            <dt>{column}</dt>
            <dd>
              {outcome === 'changed' && (
                <>
                  <del>{short(before)}</del> <span aria-hidden="true">→</span>{' '}
                </>
              )}
              <ins>{short(after)}</ins>
            </dd>
          </div>
        ))}
      </dl>
    )}
    {note && <small>{note}</small>}
  </div>
)

const card = (row: ImportRow) => (
  <>
    {product(row)}
    {effect(row)}
  </>
)

const columns: Column<ImportRow>[] = [
  { title: 'Product', cell: product },
  { title: 'Change', cell: effect },
]
