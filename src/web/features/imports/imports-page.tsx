import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Download } from 'lucide-react'
import { useState } from 'react'
import {
  type FileImport,
  type ImportKind,
  type ImportMode,
  imports,
} from '#contract/imports/imports.ts'
import { read } from '#web/lib/api/api.ts'
import { download } from '#web/lib/api/download.ts'
import { dateTime } from '#web/lib/format/clock.ts'
import { groupDigits } from '#contract/formats/formatting.ts'
import { sentenceFor } from '#web/lib/http/problems.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { Link } from '#web/lib/router/link.tsx'
import { useNavigate } from '#web/lib/router/router-view.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { DashboardHead } from '#web/domain/dashboard-head.tsx'
import { type Column, DataTable } from '#web/ui/list/data-table.tsx'
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import { EmptyState, FailedState } from '#web/ui/feedback/states.tsx'
import { changesOf, isAtWork, pathOf } from './import-list.ts'
import { FileField } from './file-field.tsx'
import { KindTabs } from './kind-tabs.tsx'
import { kinds } from './kinds.ts'
import { ModeChoice } from './mode-choice.tsx'
import { sendFile } from './send-file.ts'

/** Export and import of the catalogue, of other numbers of its products, or of what they fit. */
function ImportsPage({ of }: { of: ImportKind }) {
  const { name, csv, fileName, notExported } = kinds[of]
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
      <DashboardHead page={`Import ${name}`} heading="Import and Export" problem={problem}>
        <ButtonLink size="small" to={pathTo.manageProducts} icon={ArrowLeft}>
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
export const FitmentImportsPage = () => <ImportsPage of="fitments" />

/** Products are not named: nodes of 0.3.0, which may answer during an upgrade, know no other kind. */
const kindQuery = (of: ImportKind) => (of === 'products' ? {} : { of })

function ChooseFile({ of }: { of: ImportKind }) {
  const navigate = useNavigate()
  const [mode, setMode] = useState<ImportMode>('replace')
  const [onlyKnown, setOnlyKnown] = useState(false)
  const { texts, modes, bytesMax, rowsMax, sending } = kinds[of]

  async function send(file: File, onProgress: (share: number) => void) {
    const only = onlyKnown ? ({ only: 'known' } as const) : {}
    const query = { fileName: file.name, ...kindQuery(of), ...(modes && { mode }), ...only }
    const { _id } = await sendFile(imports.check, file, { query }, onProgress)
    await navigate(pathOf({ _id, of }))
  }

  return (
    <div className="panel form">
      <p>{texts[0]}</p>
      <p className="muted">{texts[1]}</p>
      {modes && <ModeChoice mode={mode} onChange={setMode} texts={modes} />}
      <label className="check">
        <input
          type="checkbox"
          className="checkbox"
          checked={onlyKnown}
          onChange={({ target }) => setOnlyKnown(target.checked)}
        />
        Leave out rows about parts that the shop does not have
      </label>
      <FileField bytesMax={bytesMax} hint={groupDigits(rowsMax)} working={sending} send={send} />
    </div>
  )
}

const states: Partial<Record<FileImport['state'], string>> = {
  reading: 'being received',
  checking: 'being checked',
  failed: 'not checked',
  checked: 'not imported',
  applying: 'being imported',
  applied: 'imported',
  undoing: 'being undone',
  undone: 'undone',
}

const stateText = ({ state }: FileImport) => states[state] ?? state

const file = (made: FileImport) => (
  <span>
    <Link className="table__main" to={pathOf(made)}>
      {made.fileName}
    </Link>
    <small>
      {dateTime(made.createdAt)} by {made.by}
    </small>
  </span>
)

const contents = (made: FileImport) => {
  const { counts } = made
  if (isAtWork(made) && changesOf(made) === 0) return ''
  return [
    `${groupDigits(counts.new)} new`,
    `${groupDigits(counts.changed)} changed`,
    ...(counts.removed === undefined ? [] : [`${groupDigits(counts.removed)} removed`]),
    `${groupDigits(counts.wrong)} with errors`,
    ...(counts.skipped ? [`${groupDigits(counts.skipped)} left out`] : []),
  ].join(', ')
}

const columns: Column<FileImport>[] = [
  { title: 'File', cell: file },
  { title: 'Contents', cell: contents },
  { title: 'State', cell: stateText },
]

const card = (made: FileImport) => (
  <>
    {file(made)}
    <span>{[contents(made), stateText(made)].filter(Boolean).join('; ')}</span>
  </>
)

const lookAgainMs = 2000

function LastImports({ of }: { of: ImportKind }) {
  const { data, error, refetch } = useQuery({
    ...read(imports.list, { query: kindQuery(of) }),
    select: (all) => all.map((made) => ({ ...made, of })),
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
