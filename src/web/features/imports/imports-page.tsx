import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Download } from 'lucide-react'
import { useState } from 'react'
import { type ImportKind, imports, type ProductImport } from '#contract/imports.ts'
import type { NumberImportMode } from '#contract/numbers/number-files.ts'
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
import { kinds } from './kinds.ts'
import { ModeChoice } from './mode-choice.tsx'
import { sendFile } from './send-file.ts'

/** Export and import of the catalogue, or of other numbers of its products. */
function ImportsPage({ of }: { of: ImportKind }) {
  const { title, csv, fileName, notExported } = kinds[of]
  const [problem, setProblem] = useState<string>()

  async function exportCsv() {
    setProblem(undefined)
    try {
      await download(csv, {}, fileName)
    } catch (error) {
      setProblem(`${notExported} ${sentenceFor(error)}`)
    }
  }

  return (
    <>
      <DashboardHead page={title} heading="Import and Export" problem={problem}>
        <ButtonLink size="small" to="/dashboard/manageProduct" icon={ArrowLeft}>
          All products
        </ButtonLink>
        <Button size="small" icon={Download} onClick={exportCsv}>
          Export CSV
        </Button>
      </DashboardHead>
      <div className="stack stack--wide">
        <KindTabs shown={of} />
        <ChooseFile of={of} />
        <section className="stack" aria-labelledby="imports-title">
          <h2 id="imports-title">Last imports</h2>
          <LastImports of={of} />
        </section>
      </div>
    </>
  )
}

export const ProductImportsPage = () => <ImportsPage of="products" />
export const NumberImportsPage = () => <ImportsPage of="numbers" />

function ChooseFile({ of }: { of: ImportKind }) {
  const navigate = useNavigate()
  const [mode, setMode] = useState<NumberImportMode>('replace')
  const { texts, bytesMax, rowsMax } = kinds[of]

  async function send(file: File, onProgress: (share: number) => void) {
    const checked = await sendFile(
      imports.check,
      file,
      { query: { fileName: file.name, ...(of === 'numbers' && { of, mode }) } },
      onProgress,
    )
    const list = importRows(checked)
    const shown = { ...list.parseParams(new URLSearchParams()), tab: tabOf(checked) }
    await navigate(listUrl(list, shown))
  }

  return (
    <div className="panel form">
      <p>{texts[0]}</p>
      <p className="muted">{texts[1]}</p>
      {of === 'numbers' && (
        <ModeChoice
          mode={mode}
          onChange={setMode}
          texts={{
            replace:
              'The file has all numbers of each part that it names numbers of; the rest is removed',
            add: 'The file adds to the numbers of its parts',
          }}
        />
      )}
      <FileField
        bytesMax={bytesMax}
        hint={groupDigits(rowsMax)}
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
  const list = importRows(made)
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
  [
    `${groupDigits(counts.new)} new`,
    `${groupDigits(counts.changed)} changed`,
    ...(counts.removed === undefined ? [] : [`${groupDigits(counts.removed)} removed`]),
    `${groupDigits(counts.wrong)} with errors`,
  ].join(', ')

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

function LastImports({ of }: { of: ImportKind }) {
  const { data, error, refetch } = useQuery({
    ...read(imports.list, { query: of === 'products' ? {} : { of } }),
    refetchOnMount: 'always',
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
