import { Undo2, Upload } from 'lucide-react'
import { useState } from 'react'
import { type FitmentImport, fitmentImports } from '#contract/vehicles/fitment-imports.ts'
import { call } from '#web/lib/api/api.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { ErrorLine } from '#web/ui/form/field.tsx'
import {
  changesOf,
  consequenceOf,
  fitmentsText,
  isAtWork,
  rowsText,
  sentenceOf,
} from './fitment-list.ts'

type StandingProps = { made: FitmentImport; refetch: () => Promise<unknown> }

const works: Partial<Record<FitmentImport['state'], string>> = {
  checking: 'Checking',
  applying: 'Importing',
  undoing: 'Undoing',
}

/** The state of the import, its problems and its actions. */
export function FitmentStanding({ made, refetch }: StandingProps) {
  const [asked, setAsked] = useState<'apply' | 'undo'>()
  const { _id: id, state, counts, progress, problem, problems, fileName } = made
  const changes = changesOf(made)

  async function begin(what: 'apply' | 'undo') {
    await call(fitmentImports[what], { params: { id } })
    await refetch()
  }

  return (
    <section className="panel stack" aria-label="State of the import">
      <output>{sentenceOf(made)}</output>
      {isAtWork(made) && (
        <progress
          className="progress"
          aria-label={works[state] ?? 'Receiving'}
          {...(progress > 0 && { value: progress })}
        />
      )}
      {problem && <ErrorLine>{problem}</ErrorLine>}
      {problems.length > 0 && <Problems problems={problems} />}
      <div className="cluster">
        {state === 'checked' && counts.wrong === 0 && changes > 0 && (
          <Button variant="primary" icon={Upload} onClick={() => setAsked('apply')}>
            Import {fitmentsText(changes)}
          </Button>
        )}
        {state === 'applied' && (
          <Button icon={Undo2} onClick={() => setAsked('undo')}>
            Undo this import
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={asked === 'undo' ? 'Undo this import?' : 'Import this file?'}
        confirmLabel={asked === 'undo' ? 'Undo import' : 'Import'}
        cancelLabel="Cancel"
        variant={asked === 'undo' ? 'danger' : 'primary'}
        onConfirm={() => asked && begin(asked)}
      >
        {asked === 'undo'
          ? `What the parts of ${fileName} fit becomes what it was before. Parts that were changed since are left.`
          : consequenceOf(made)}
      </ConfirmDialog>
    </section>
  )
}

const Problems = ({ problems }: Pick<FitmentImport, 'problems'>) => (
  <ul aria-label="What to correct">
    {problems.map(({ problem, rows }) => (
      <li key={problem}>
        <b>{rowsText(rows)}:</b> {problem}
      </li>
    ))}
  </ul>
)
