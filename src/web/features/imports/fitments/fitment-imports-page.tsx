import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Download } from 'lucide-react'
import { useState } from 'react'
import {
  fitmentColumns,
  fitmentFileBytesMax,
  fitmentFileRowsMax,
  type FitmentImport,
  fitmentImports,
} from '#contract/vehicles/fitment-imports.ts'
import { read } from '#web/lib/api/api.ts'
import { download } from '#web/lib/api/download.ts'
import { dateTime } from '#web/lib/format/clock.ts'
import { groupDigits } from '#web/lib/format/format.ts'
import { sentenceFor } from '#web/lib/http/problems.ts'
import { Link } from '#web/lib/router/link.tsx'
import { useNavigate } from '#web/lib/router/router-view.tsx'
import { DashboardHead } from '#web/domain/dashboard-head.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import { EmptyState, FailedState } from '#web/ui/feedback/states.tsx'
import { type Column, DataTable } from '#web/ui/list/data-table.tsx'
import { FileField } from '../file-field.tsx'
import { KindTabs } from '../kind-tabs.tsx'
import { ModeChoice } from '../mode-choice.tsx'
import { sendFile } from '../send-file.ts'
import { changesOf, isAtWork } from './fitment-list.ts'

/** Export and import of what parts fit. */
export function FitmentImportsPage() {
  const [problem, setProblem] = useState<string>()

  async function exportCsv() {
    setProblem(undefined)
    try {
      await download(fitmentImports.csv, {}, 'fitments.csv')
    } catch (error) {
      setProblem(`The fitments could not be exported. ${sentenceFor(error)}`)
    }
  }

  return (
    <>
      <DashboardHead page="Import Fitments" heading="Import and Export" problem={problem}>
        <ButtonLink size="small" to="/dashboard/manageProduct" icon={ArrowLeft}>
          All products
        </ButtonLink>
        <Button size="small" icon={Download} onClick={exportCsv}>
          Export CSV
        </Button>
      </DashboardHead>
      <div className="stack stack--wide">
        <KindTabs shown="fitments" />
        <ChooseFile />
        <section className="stack" aria-labelledby="imports-title">
          <h2 id="imports-title">Last imports</h2>
          <LastImports />
        </section>
      </div>
    </>
  )
}

const pathOf = ({ _id }: FitmentImport) => `/dashboard/importFitments/${_id}`

function ChooseFile() {
  const navigate = useNavigate()
  const [mode, setMode] = useState<FitmentImport['mode']>('replace')

  async function send(file: File, onProgress: (share: number) => void) {
    const query = { fileName: file.name, mode }
    await navigate(pathOf(await sendFile(fitmentImports.check, file, { query }, onProgress)))
  }

  return (
    <div className="panel form">
      <p>
        A row says that a part fits a car, for some years. You will see every change before you
        import, and you can undo an import.
      </p>
      <p className="muted">
        The columns are {Object.values(fitmentColumns).join(', ')}; leave out any you don’t need.
        Years may be written as 2012-2016, 2018, an engine as 2.0 diesel or 5.0 8-cylinder. A part
        that fits every car has “yes” under Universal instead of a car.
      </p>
      <ModeChoice
        mode={mode}
        onChange={setMode}
        texts={{
          replace: 'The file says all that each part in it fits; the rest is removed',
          add: 'The file adds to what its parts fit',
        }}
      />
      <FileField
        bytesMax={fitmentFileBytesMax}
        hint={groupDigits(fitmentFileRowsMax)}
        working="Sending the file"
        send={send}
      />
    </div>
  )
}

const states: Record<FitmentImport['state'], string> = {
  reading: 'being received',
  checking: 'being checked',
  failed: 'not checked',
  checked: 'not imported',
  applying: 'being imported',
  applied: 'imported',
  undoing: 'being undone',
  undone: 'undone',
}

const file = (made: FitmentImport) => (
  <span>
    <Link className="table__main" to={pathOf(made)}>
      {made.fileName}
    </Link>
    <small>
      {dateTime(made.createdAt)} by {made.by}
    </small>
  </span>
)

const contents = (made: FitmentImport) =>
  isAtWork(made) && changesOf(made) === 0
    ? ''
    : `${groupDigits(made.counts.new)} new, ${groupDigits(made.counts.changed)} changed, ${groupDigits(made.counts.removed)} removed, ${groupDigits(made.counts.wrong)} with errors`

const columns: Column<FitmentImport>[] = [
  { title: 'File', cell: file },
  { title: 'Fitments', cell: contents },
  { title: 'State', cell: ({ state }) => states[state] },
]

const card = (made: FitmentImport) => (
  <>
    {file(made)}
    <span>{[contents(made), states[made.state]].filter(Boolean).join('; ')}</span>
  </>
)

const lookAgainMs = 2000

function LastImports() {
  const { data, error, refetch } = useQuery({
    ...read(fitmentImports.list, {}),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.some(isAtWork) ? lookAgainMs : false),
  })
  if (data?.length === 0) return <EmptyState heading="h3" title="No imports yet" />
  if (data) {
    return (
      <div className="table-card">
        <DataTable caption="Imports, newest first" rows={data} columns={columns} card={card} />
      </div>
    )
  }
  if (!error) return <SkeletonRows />
  return (
    <FailedState heading="h3" title="The imports could not be loaded" onRetry={refetch}>
      {sentenceFor(error)}
    </FailedState>
  )
}
