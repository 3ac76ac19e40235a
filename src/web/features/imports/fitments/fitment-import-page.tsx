import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { type FitmentImport, fitmentImports } from '#contract/vehicles/fitment-imports.ts'
import { fitments } from '#contract/vehicles/fitments.ts'
import { keyOf, read } from '#web/lib/api/api.ts'
import { isProblem, sentenceFor } from '#web/lib/http/problems.ts'
import { useParams } from '#web/lib/router/router-view.tsx'
import { DashboardHead } from '#web/domain/dashboard-head.tsx'
import { invalidateCatalogue } from '#web/domain/invalidate-catalogue.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import { EmptyState, FailedState } from '#web/ui/feedback/states.tsx'
import { isAtWork } from './fitment-list.ts'
import { FitmentRows } from './fitment-rows.tsx'
import { FitmentStanding } from './fitment-standing.tsx'

const lookAgainMs = 500

/** One file of fitments: what it changes, its import and its undo. */
export function FitmentImportPage() {
  const { id = '' } = useParams()
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({
    ...read(fitmentImports.one, { params: { id } }),
    refetchInterval: ({ state }) => (state.data && isAtWork(state.data) ? lookAgainMs : false),
  })
  const atWork = data && isAtWork(data)
  const wasAtWork = useRef(atWork)

  useEffect(() => {
    if (wasAtWork.current && !atWork) {
      void invalidateCatalogue(client)
      void client.invalidateQueries({ queryKey: keyOf(fitmentImports.rows) })
      void client.invalidateQueries({ queryKey: keyOf(fitments.managed) })
    }
    wasAtWork.current = atWork
  }, [atWork, client])

  return (
    <>
      <DashboardHead page="Import Fitments" heading={data ? data.fileName : 'Import'}>
        <ButtonLink size="small" to="/dashboard/importFitments" icon={ArrowLeft}>
          All imports
        </ButtonLink>
      </DashboardHead>
      <Shown made={data} error={error} refetch={refetch} />
    </>
  )
}

type ShownProps = {
  made: FitmentImport | undefined
  error: Error | null
  refetch: () => Promise<unknown>
}

function Shown({ made, error, refetch }: ShownProps) {
  if (made) {
    const isChecked = !['reading', 'checking', 'failed'].includes(made.state)
    return (
      <div className="stack stack--wide">
        <FitmentStanding made={made} refetch={refetch} />
        {isChecked && <FitmentRows made={made} />}
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
