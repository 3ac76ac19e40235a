import type { ImportRow } from '#contract/imports/imports.ts'
import { excerpt } from '#web/lib/format/format.ts'
import { ErrorLine } from '#web/ui/form/field.tsx'

const shownLength = 120

const short = (text: string | null) => {
  if (text === null) return <i>nothing</i>
  return text.length > shownLength ? `${excerpt(text, shownLength)}…` : text
}

type RowEffectProps = Pick<ImportRow, 'outcome' | 'changes' | 'problems' | 'note'>

/** What a row of a file does, or what is wrong with it. */
export const RowEffect = ({ outcome, changes, problems, note }: RowEffectProps) => (
  <div className="stack">
    {problems.map((problem) =>
      outcome === 'skipped' ? (
        <span key={problem}>{problem}</span>
      ) : (
        <ErrorLine key={problem} isAnnounced={false}>
          {problem}
        </ErrorLine>
      ),
    )}
    {outcome === 'unchanged' && 'Unchanged'}
    {changes.length > 0 && (
      <dl className="changes">
        {changes.map(({ column, before, after }) => (
          <div key={column}>
            <dt>{column}</dt>
            <dd>
              {(outcome === 'changed' || outcome === 'removed') && (
                <>
                  <del>{short(before)}</del>{' '}
                </>
              )}
              {outcome !== 'removed' && (
                <>
                  {outcome === 'changed' && <span aria-hidden="true">→ </span>}
                  <ins>{short(after)}</ins>
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
    )}
    {note && <small>{note}</small>}
  </div>
)
