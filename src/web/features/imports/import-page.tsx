import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, Undo2, Upload } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { type FileImport, type ImportKind, imports } from '#contract/imports/imports.ts'
import { read } from '#web/lib/api/api.ts'
import { groupDigits } from '#contract/formats/formatting.ts'
import { isProblem, sentenceFor } from '#web/lib/http/problems.ts'
import { useParams } from '#web/lib/router/router-view.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { ObjectLog } from '#web/domain/audit/object-log.tsx'
import { DashboardHead } from '#web/domain/dashboard-head.tsx'
import { touch } from '#web/domain/touched-reads.ts'
import { useChange } from '#web/domain/use-change.ts'
import { ErrorLine } from '#web/ui/form/field.tsx'
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import { EmptyState, FailedState } from '#web/ui/feedback/states.tsx'
import { DownloadLeftOut } from './download-left-out.tsx'
import {
  changesOf,
  consequenceOf,
  isAtWork,
  isLeavable,
  sentenceOf,
  workOf,
} from './import-list.ts'
import { ImportRows } from './import-rows.tsx'
import { counted, kinds } from './kinds.ts'

const lookAgainMs = 500

/** One file: what it changes, its import and its undo. */
function ImportPage({ of }: { of: ImportKind }) {
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery({
    ...read(imports.one, { params: { id } }),
    select: (made) => ({ ...made, of }),
    refetchInterval: ({ state }) => (state.data && isAtWork(state.data) ? lookAgainMs : false),
  })
  return (
    <>
      <DashboardHead page={`Import ${kinds[of].name}`} heading={data ? data.fileName : 'Import'}>
        <ButtonLink size="small" to={kinds[of].path} icon={ArrowLeft}>
          All imports
        </ButtonLink>
      </DashboardHead>
      <Shown made={data} error={error} refetch={refetch} />
    </>
  )
}

export const ProductImportPage = () => <ImportPage of="products" />
export const NumberImportPage = () => <ImportPage of="numbers" />
export const FitmentImportPage = () => <ImportPage of="fitments" />

type ShownProps = {
  made: FileImport | undefined
  error: Error | null
  refetch: () => Promise<unknown>
}

function Shown({ made, error, refetch }: ShownProps) {
  if (made) {
    return (
      <div className="stack stack--wide">
        <Standing made={made} />
        {!['reading', 'checking', 'failed'].includes(made.state) && <ImportRows made={made} />}
        <ObjectLog object={made._id} />
      </div>
    )
  }
  if (isProblem(error, 'not-found')) return <EmptyState heading="h2" title="No such import" />
  if (!error) return <SkeletonRows />
  return (
    <FailedState heading="h2" title="The import could not be loaded" onRetry={refetch}>
      {sentenceFor(error)}
    </FailedState>
  )
}

/** The state of the import and its actions. */
function Standing({ made }: { made: FileImport }) {
  const client = useQueryClient()
  const change = useChange('import')
  const [asked, setAsked] = useState<'apply' | 'undo'>()
  const { _id: id, of, state, counts, progress, problem, fileName } = made
  const { noun } = kinds[of]
  const changes = changesOf(made)
  const atWork = isAtWork(made)
  const hasErrors = counts.wrong > 0
  const leavesOut = !atWork && counts.wrong + (counts.skipped ?? 0) > 0
  const applyTitle = hasErrors ? 'Import without errors?' : 'Import this file?'
  const shownState = useRef(state)

  const apply = () =>
    change(imports.apply, { params: { id }, query: hasErrors ? { leaveOut: 'wrong' } : {} })
  const undo = () => change(imports.undo, { params: { id } })

  useEffect(() => {
    // Work on a small file may begin and end between two looks.
    if (state !== shownState.current && !atWork) {
      void touch(client, 'catalogue', 'numbers', 'fitments', 'importRows', 'auditLog')
    }
    shownState.current = state
  }, [state, atWork, client])

  return (
    <section className="panel stack" aria-label="State of the import">
      <output>{sentenceOf(made)}</output>
      {atWork && (
        <>
          <progress
            className="progress"
            aria-label={workOf[state]}
            {...(progress > 0 && { value: progress })}
          />
          {changes > 0 && (
            <span className="muted">
              {groupDigits(Math.round(progress * changes))} of {counted(changes, noun)}
            </span>
          )}
        </>
      )}
      {problem && <ErrorLine>{problem}</ErrorLine>}
      <Told title="To correct" noun="row" texts={problemsOf(made)} />
      <Told title="Read otherwise than written" noun={noun} texts={remarksOf(made)} />
      <div className="cluster">
        {state === 'checked' && changes > 0 && (!hasErrors || isLeavable(made)) && (
          <Button
            variant={hasErrors ? 'ink' : 'primary'}
            icon={Upload}
            onClick={() => setAsked('apply')}
          >
            {hasErrors ? 'Import without errors' : `Import ${counted(changes, noun)}`}
          </Button>
        )}
        {leavesOut && <DownloadLeftOut made={made} />}
        {state === 'applied' && changes > 0 && (
          <Button icon={Undo2} onClick={() => setAsked('undo')}>
            Undo this import
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={asked === 'undo' ? 'Undo this import?' : applyTitle}
        confirmLabel={asked === 'undo' ? 'Undo import' : 'Import'}
        cancelLabel="Cancel"
        variant={asked === 'undo' ? 'danger' : 'primary'}
        onConfirm={() => (asked === 'undo' ? undo() : apply())}
      >
        {asked === 'undo' ? kinds[of].undo(fileName) : consequenceOf(made)}
      </ConfirmDialog>
    </section>
  )
}

const problemsOf = ({ problems = [] }: FileImport) =>
  problems.map(({ problem, rows }) => ({ text: problem, rows }))

const remarksOf = ({ remarks = [] }: FileImport) =>
  remarks.map(({ remark, rows }) => ({ text: remark, rows }))

interface ToldProps {
  title: string
  noun: string
  texts: readonly { text: string; rows: number }[]
}

/** What a check has to say of many rows at once. */
function Told({ title, noun, texts }: ToldProps) {
  const id = useId()
  if (texts.length === 0) return null
  return (
    <div>
      <span id={id} className="muted">
        {title}
      </span>
      <ul aria-labelledby={id}>
        {texts.map(({ text, rows }) => (
          <li key={text}>
            <b>{counted(rows, noun)}:</b> {text}
          </li>
        ))}
      </ul>
    </div>
  )
}
