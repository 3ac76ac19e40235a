import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Download } from 'lucide-react'
import { useState } from 'react'
import {
  csvColumns,
  importBytesMax,
  importRowsMax,
  imports,
  type ProductImport,
} from '#contract/imports.ts'
import { read } from '#web/lib/api/api.ts'
import { download } from '#web/lib/api/download.ts'
import { dateTime } from '#web/lib/format/clock.ts'
import { groupDigits } from '#web/lib/format/format.ts'
import { sentenceFor } from '#web/lib/http/problems.ts'
import { Link } from '#web/lib/router/link.tsx'
import { useNavigate } from '#web/lib/router/router-view.tsx'
import { listUrl } from '#web/lib/lists/list-params.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { DashboardHead } from '#web/domain/dashboard-head.tsx'
import { type Column, DataTable } from '#web/ui/list/data-table.tsx'
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import { EmptyState, FailedState } from '#web/ui/feedback/states.tsx'
import { importRows, tabOf } from './import-list.ts'
import { FileField } from './file-field.tsx'
import { KindTabs } from './kind-tabs.tsx'
import { sendFile } from './send-file.ts'

export function ImportsPage() {
  const [problem, setProblem] = useState<string>()

  async function exportCsv() {
    setProblem(undefined)
    try {
      await download(imports.csv, {}, 'products.csv')
    } catch (error) {
      setProblem(`The catalogue could not be exported. ${sentenceFor(error)}`)
    }
  }

  return (
    <>
      <DashboardHead page="Import Products" heading="Import and Export" problem={problem}>
        <ButtonLink size="small" to="/dashboard/manageProduct" icon={ArrowLeft}>
          All products
        </ButtonLink>
        <Button size="small" icon={Download} onClick={exportCsv}>
          Export CSV
        </Button>
      </DashboardHead>
      <div className="stack stack--wide">
        <KindTabs shown="products" />
        <ChooseFile />
        <section className="stack" aria-labelledby="imports-title">
          <h2 id="imports-title">Last imports</h2>
          <LastImports />
        </section>
      </div>
    </>
  )
}

function ChooseFile() {
  const navigate = useNavigate()

  async function send(file: File, onProgress: (share: number) => void) {
    const checked = await sendFile(
      imports.check,
      file,
      { query: { fileName: file.name } },
      onProgress,
    )
    const list = importRows(checked._id)
    const shown = { ...list.parseParams(new URLSearchParams()), tab: tabOf(checked) }
    await navigate(listUrl(list, shown))
  }

  return (
    <div className="panel form">
      <p>
        Export the catalogue, change it in a spreadsheet and choose the file here. You will see
        every change before you import, and you can undo an import.
      </p>
      <p className="muted">
        The columns are {Object.values(csvColumns).join(', ')}; leave out any you don’t need. Empty
        cells and products missing from the file are left unchanged.
      </p>
      <FileField
        bytesMax={importBytesMax}
        hint={groupDigits(importRowsMax)}
        working="Comparing with the catalogue"
        send={send}
      />
    </div>
  )
}

const states: Record<ProductImport['state'], string> = {
  reading: 'being read',
  checked: 'not imported',
  applying: 'being imported',
  applied: 'imported',
  undoing: 'being undone',
  undone: 'undone',
}

const file = (made: ProductImport) => {
  const list = importRows(made._id)
  const shown = { ...list.parseParams(new URLSearchParams()), tab: tabOf(made) }
  return (
    <span>
      <Link className="table__main" to={listUrl(list, shown)}>
        {made.fileName}
      </Link>
      <small>
        {dateTime(made.createdAt)} by {made.by}
      </small>
    </span>
  )
}

const contents = ({ counts }: ProductImport) =>
  `${groupDigits(counts.new)} new, ${groupDigits(counts.changed)} changed, ${groupDigits(counts.wrong)} with errors`

const columns: Column<ProductImport>[] = [
  { title: 'File', cell: file },
  { title: 'Rows', cell: contents },
  { title: 'State', cell: ({ state }) => states[state] },
]

const card = (made: ProductImport) => (
  <>
    {file(made)}
    <span>
      {contents(made)}; {states[made.state]}
    </span>
  </>
)

function LastImports() {
  const { data, error, refetch } = useQuery({ ...read(imports.list, {}), refetchOnMount: 'always' })
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
