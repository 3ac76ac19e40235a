import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, Undo2, Upload } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type ImportKind, imports, type ProductImport } from '#contract/imports.ts'
import { productNumbers } from '#contract/numbers/product-numbers.ts'
import { call, keyOf, read } from '#web/lib/api/api.ts'
import { invalidateCatalogue } from '#web/domain/invalidate-catalogue.ts'
import { groupDigits } from '#web/lib/format/format.ts'
import { isProblem, sentenceFor } from '#web/lib/http/problems.ts'
import { useParams } from '#web/lib/router/router-view.tsx'
import { useListParams } from '#web/lib/lists/list-params.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { DashboardHead } from '#web/domain/dashboard-head.tsx'
import { ErrorLine } from '#web/ui/form/field.tsx'
import { ListTabs } from '#web/ui/list/list-tabs.tsx'
import { NumberedList } from '#web/ui/list/numbered-list.tsx'
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import { EmptyState, FailedState } from '#web/ui/feedback/states.tsx'
import {
  changesOf,
  consequenceOf,
  countsOf,
  importRows,
  isAtWork,
  type RowTab,
  sentenceOf,
} from './import-list.ts'
import { ImportRows } from './import-rows.tsx'
import { kinds } from './kinds.ts'

const lookAgainMs = 500

/** One file: what it changes, its import and its undo. */
function ImportPage({ of }: { of: ImportKind }) {
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery({
    ...read(imports.one, { params: { id } }),
    refetchInterval: ({ state }) => (state.data && isAtWork(state.data) ? lookAgainMs : false),
  })
  return (
    <>
      <DashboardHead page={kinds[of].title} heading={data ? data.fileName : 'Import'}>
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

type ShownProps = {
  made: ProductImport | undefined
  error: Error | null
  refetch: () => Promise<unknown>
}

function Shown({ made, error, refetch }: ShownProps) {
  if (made) {
    return (
      <div className="stack stack--wide">
        <Standing made={made} refetch={refetch} />
        <Rows made={made} />
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

type StandingProps = { made: ProductImport; refetch: () => Promise<unknown> }

/** The state of the import and its actions. */
function Standing({ made, refetch }: StandingProps) {
  const client = useQueryClient()
  const [asked, setAsked] = useState<'apply' | 'undo'>()
  const { _id: id, state, counts, progress, problem, fileName } = made
  const changes = changesOf(made)
  const atWork = isAtWork(made)
  const wasAtWork = useRef(atWork)

  useEffect(() => {
    if (wasAtWork.current && !atWork) {
      void invalidateCatalogue(client)
      void client.invalidateQueries({ queryKey: keyOf(imports.rows) })
      void client.invalidateQueries({ queryKey: keyOf(productNumbers.managed) })
    }
    wasAtWork.current = atWork
  }, [atWork, client])

  async function begin(what: 'apply' | 'undo') {
    await call(imports[what], { params: { id } })
    wasAtWork.current = true
    await refetch()
  }

  return (
    <section className="panel stack" aria-label="State of the import">
      <output>{sentenceOf(made)}</output>
      {atWork && (
        <>
          <progress
            className="progress"
            value={progress}
            aria-label={state === 'applying' ? 'Importing' : 'Undoing'}
          />
          <span className="muted">
            {groupDigits(Math.round(progress * changes))} of {groupDigits(changes)} rows
          </span>
        </>
      )}
      {problem && <ErrorLine>{problem}</ErrorLine>}
      <div className="cluster">
        {state === 'checked' && counts.wrong === 0 && changes > 0 && (
          <Button variant="primary" icon={Upload} onClick={() => setAsked('apply')}>
            Import {groupDigits(changes)} {changes === 1 ? 'row' : 'rows'}
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
        {asked === 'undo' ? kinds[made.of].undo(fileName) : consequenceOf(made)}
      </ConfirmDialog>
    </section>
  )
}

const texts: Record<RowTab, string> = {
  wrong: 'Errors',
  changed: 'Changed',
  new: 'New',
  removed: 'Removed',
  unchanged: 'Unchanged',
  kept: 'Not undone',
}

/** Files of products remove nothing. */
const { removed: _, ...textsOfProducts } = texts

function Rows({ made }: { made: ProductImport }) {
  const list = importRows(made)
  const { params, setParams } = useListParams(list)
  const { tab, q: _, ...page } = params
  const rows = useQuery({
    ...read(imports.rows, {
      params: { id: made._id },
      query: { ...page, ...(tab === 'kept' ? { kept: 'true' as const } : { outcome: tab }) },
    }),
    placeholderData: keepPreviousData,
  })
  const counts = countsOf(made)
  return (
    <NumberedList
      list={list}
      params={params}
      setParams={setParams}
      page={rows}
      total={{ rows: counts[tab], isCapped: false, error: null, retry: rows.refetch }}
      noun="rows"
      tabs={
        <ListTabs
          list={list}
          params={params}
          label="Rows by outcome"
          texts={made.of === 'numbers' ? texts : textsOfProducts}
          tabCounts={{ counts }}
        />
      }
      renderEmpty={() => <EmptyState heading="h2" title="No rows here" />}
    >
      {(some) => <ImportRows rows={some} />}
    </NumberedList>
  )
}
