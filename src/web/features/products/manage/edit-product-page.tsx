import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { type ManagedProduct, manageProducts } from '#contract/products/manage-products.ts'
import { read } from '#web/lib/api/api.ts'
import { useTouch } from '#web/domain/use-change.ts'
import { isProblem, sentenceFor } from '#web/lib/http/problems.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { useParams } from '#web/lib/router/router-view.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { ObjectLog } from '#web/domain/audit/object-log.tsx'
import { DashboardHead } from '#web/domain/dashboard-head.tsx'
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import { EmptyState, FailedState } from '#web/ui/feedback/states.tsx'
import { DetailsForm } from './details-form.tsx'
import { ProductPageTabs } from './product-page-tabs.tsx'
import { StockForm } from './stock-form.tsx'
import { StockWatch } from './stock-watch.tsx'

export function EditProductPage() {
  const { id = '' } = useParams()
  const touch = useTouch()
  const { data, error, refetch } = useQuery({
    ...read(manageProducts.one, { params: { id } }),
    // The forms begin with fresh values each time the page is opened.
    gcTime: 0,
  })

  async function refresh() {
    await touch('catalogue', 'auditLog')
    const { data: current, isError } = await refetch()
    // After a failure it is the product as it was read last.
    return isError ? undefined : current
  }

  return (
    <>
      <DashboardHead page="Edit Product">
        <ButtonLink size="small" to={pathTo.manageProducts} icon={ArrowLeft}>
          All products
        </ButtonLink>
      </DashboardHead>
      <div className="stack stack--wide">
        <ProductPageTabs id={id} shown="details" />
        <Shown product={data} error={error} refetch={refetch} refresh={refresh} />
      </div>
    </>
  )
}

type ShownProps = {
  product: ManagedProduct | undefined
  error: Error | null
  refetch: () => Promise<unknown>
  refresh: () => Promise<ManagedProduct | undefined>
}

function Shown({ product, error, refetch, refresh }: ShownProps) {
  if (product) {
    return (
      <>
        {product.archivedAt && (
          <p className="page-problem">
            <Badge tone="warn">deleted</Badge> This product is deleted. Restore it from the list of
            deleted products.
          </p>
        )}
        <div className="columns columns--7-5">
          <DetailsForm key={product._id} product={product} refresh={refresh} />
          <div className="stack stack--wide">
            <StockForm product={product} refresh={refresh} />
            <StockWatch id={product._id} />
          </div>
        </div>
        <ObjectLog object={product._id} />
      </>
    )
  }
  if (isProblem(error, 'not-found')) return <EmptyState heading="h2" title="No such product" />
  if (!error) return <SkeletonRows />
  return (
    <FailedState heading="h2" title="The product could not be loaded" onRetry={refetch}>
      {sentenceFor(error)}
    </FailedState>
  )
}
