import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, FileSpreadsheet } from 'lucide-react'
import { manageProducts } from '#contract/manage-products.ts'
import { fitments, fitmentsMax, type ManagedFitments } from '#contract/vehicles/fitments.ts'
import { read } from '#web/lib/api/api.ts'
import { groupDigits } from '#web/lib/format/format.ts'
import { isProblem, sentenceFor } from '#web/lib/http/problems.ts'
import { useParams } from '#web/lib/router/router-view.tsx'
import { DashboardHead } from '#web/domain/dashboard-head.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import { EmptyState, FailedState } from '#web/ui/feedback/states.tsx'
import { ProductPageTabs } from '../product-page-tabs.tsx'
import { FitsEditor } from './fits-editor.tsx'

/** Which cars a product fits, as admins change it. */
export function FitsPage() {
  const { id = '' } = useParams()
  const product = useQuery(read(manageProducts.one, { params: { id } }))
  const { data, error, refetch } = useQuery({
    ...read(fitments.managed, { params: { id } }),
    refetchOnMount: 'always',
  })
  return (
    <>
      <DashboardHead page="Edit Product" heading={product.data?.name ?? 'Edit Product'}>
        <ButtonLink size="small" to="/dashboard/manageProduct" icon={ArrowLeft}>
          All products
        </ButtonLink>
      </DashboardHead>
      <div className="stack stack--wide">
        <ProductPageTabs id={id} shown="fits" />
        <Shown id={id} fits={data} error={error} refetch={refetch} />
      </div>
    </>
  )
}

type ShownProps = {
  id: string
  fits: ManagedFitments | undefined
  error: Error | null
  refetch: () => Promise<unknown>
}

function Shown({ id, fits, error, refetch }: ShownProps) {
  if (fits && fits.fitments.length > fitmentsMax) {
    return (
      <EmptyState heading="h2" title={`${groupDigits(fits.fitments.length)} cars`}>
        <p>So many are changed in a file.</p>
        <ButtonLink to="/dashboard/importFitments" icon={FileSpreadsheet}>
          Import and Export
        </ButtonLink>
      </EmptyState>
    )
  }
  if (fits) return <FitsEditor id={id} fits={fits} refetch={refetch} />
  if (isProblem(error, 'not-found')) return <EmptyState heading="h2" title="No such product" />
  if (!error) return <SkeletonRows />
  return (
    <FailedState heading="h2" title="The cars could not be loaded" onRetry={refetch}>
      {sentenceFor(error)}
    </FailedState>
  )
}
