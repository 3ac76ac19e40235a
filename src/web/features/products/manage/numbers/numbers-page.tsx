import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { manageProducts } from '#contract/manage-products.ts'
import { productNumbers } from '#contract/numbers/product-numbers.ts'
import { read } from '#web/lib/api/api.ts'
import { isProblem, sentenceFor } from '#web/lib/http/problems.ts'
import { useParams } from '#web/lib/router/router-view.tsx'
import { DashboardHead } from '#web/domain/dashboard-head.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import { EmptyState, FailedState } from '#web/ui/feedback/states.tsx'
import { ProductPageTabs } from '../product-page-tabs.tsx'
import { NumbersEditor } from './numbers-editor.tsx'

/** The numbers of a product beside its own, and its successor, as admins change them. */
export function NumbersPage() {
  const { id = '' } = useParams()
  const product = useQuery(read(manageProducts.one, { params: { id } }))
  const { data, error, refetch } = useQuery({
    ...read(productNumbers.managed, { params: { id } }),
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
        <ProductPageTabs id={id} shown="numbers" />
        {data ? (
          <NumbersEditor id={id} managed={data} refetch={refetch} />
        ) : isProblem(error, 'not-found') ? (
          <EmptyState heading="h2" title="No such product" />
        ) : error ? (
          <FailedState heading="h2" title="The numbers could not be loaded" onRetry={refetch}>
            {sentenceFor(error)}
          </FailedState>
        ) : (
          <SkeletonRows />
        )}
      </div>
    </>
  )
}
