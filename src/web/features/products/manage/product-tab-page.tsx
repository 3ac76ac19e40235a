import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { manageProducts } from '#contract/products/manage-products.ts'
import { read } from '#web/lib/api/api.ts'
import { isProblem, sentenceFor } from '#web/lib/http/problems.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { DashboardHead } from '#web/domain/dashboard-head.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import { EmptyState, FailedState } from '#web/ui/feedback/states.tsx'
import { ProductPageTabs } from './product-page-tabs.tsx'

type ProductTabPageProps = ComponentProps<typeof ProductPageTabs> & {
  error: Error | null
  /** Says that loading failed. */
  failed: string
  refetch: () => Promise<unknown>
  /** Nothing until loaded. */
  children: ReactNode
}

/** A tab of a product as admins change it, and the states of loading it. */
export function ProductTabPage({
  id,
  shown,
  error,
  failed,
  refetch,
  children,
}: ProductTabPageProps) {
  const product = useQuery(read(manageProducts.one, { params: { id } }))
  return (
    <>
      <DashboardHead page="Edit Product" heading={product.data?.name ?? 'Edit Product'}>
        <ButtonLink size="small" to={pathTo.manageProducts} icon={ArrowLeft}>
          All products
        </ButtonLink>
      </DashboardHead>
      <div className="stack stack--wide">
        <ProductPageTabs id={id} shown={shown} />
        {children ??
          (isProblem(error, 'not-found') ? (
            <EmptyState heading="h2" title="No such product" />
          ) : error ? (
            <FailedState heading="h2" title={failed} onRetry={refetch}>
              {sentenceFor(error)}
            </FailedState>
          ) : (
            <SkeletonRows />
          ))}
      </div>
    </>
  )
}
