import { useRef } from 'react'
import { products } from '#contract/products.ts'
import { useOrigin } from '#web/lib/origin.tsx'
import { type PagedList, usePagedList } from '#web/lib/paged-list.ts'
import { sentenceFor } from '#web/lib/problems.ts'
import { useSearchParams } from '#web/lib/router/router-view.tsx'
import { breadcrumbs, graph } from '#web/lib/structured-data.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ErrorLine } from '#web/ui/field.tsx'
import { countSentence } from '#web/ui/list-card.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { EmptyState, FailedState } from '#web/ui/states.tsx'
import { StructuredData } from '#web/ui/structured-data.tsx'
import { afterIn, catalogueOptions } from './catalogue.ts'
import { MoreLink } from './more-link.tsx'
import type { CardProduct } from './product-card.tsx'
import { ProductGrid, ProductGridSkeleton } from './product-grid.tsx'
import { productList } from './product-list-data.ts'

const path = '/products'
const noun = { one: 'part', many: 'parts' }

export function CataloguePage() {
  const [parameters] = useSearchParams()
  const origin = useOrigin()
  const after = afterIn(parameters)
  const list = usePagedList(products.list, catalogueOptions(parameters))
  const { rows, q } = list
  const form = useRef<HTMLFormElement>(null)

  function clearSearch() {
    list.search('')
    form.current?.querySelector<HTMLElement>('[type=search]')?.focus()
  }

  return (
    <div className="wrap page">
      <PageHead
        page="Products"
        path={after && !q ? `${path}?after=${after}` : path}
        description="All car parts of Auto Parts with price, stock and description: search for a part and order from ten units up."
      />
      <StructuredData
        data={graph(
          breadcrumbs(origin, { name: 'Products', path }),
          productList(origin, rows ?? []),
        )}
      />
      <h1>All Products</h1>
      <div className="catalogue-tools">
        {/* Sends the search itself where no script follows the typing. */}
        <form ref={form} action={path} onSubmit={(event) => event.preventDefault()}>
          <SearchBox
            label="Search parts"
            placeholder="Name or description"
            value={q}
            onSearch={list.search}
          />
        </form>
        <output>{rows && sentenceOf(list, rows)}</output>
        {after && <ButtonLink to={path}>Back to the first parts</ButtonLink>}
      </div>
      <h2 className="visually-hidden">Parts and prices</h2>
      <div aria-busy={list.isFetching}>
        <Products list={list} isStart={!after} onClearSearch={clearSearch} />
      </div>
      <div className="catalogue-more">
        {rows && list.error && (
          <ErrorLine>
            {list.loadMoreFailed
              ? 'The next parts could not be loaded.'
              : 'These parts could not be brought up to date.'}{' '}
            {sentenceFor(list.error)}
          </ErrorLine>
        )}
        <MoreLink list={list} />
      </div>
    </div>
  )
}

type ProductsProps = {
  list: PagedList<CardProduct>
  isStart: boolean
  onClearSearch: () => void
}

function Products({ list, isStart, onClearSearch }: ProductsProps) {
  const { rows, q, error, refetch } = list
  if (rows?.length) return <ProductGrid products={rows} />
  if (!rows && error) {
    return (
      <FailedState title="The parts could not be loaded" onRetry={refetch}>
        {sentenceFor(error)}
      </FailedState>
    )
  }
  if (!rows) return <ProductGridSkeleton cards={9} />
  if (q) {
    return (
      <EmptyState
        title={`No part matches “${q}”`}
        actions={
          <>
            <Button onClick={onClearSearch}>Clear search</Button>
            <ButtonLink to="/contact">Ask for a part</ButtonLink>
          </>
        }
      >
        Try a shorter word. The search looks in names and descriptions.
      </EmptyState>
    )
  }
  if (!isStart) return <EmptyState title="No more parts follow here" />
  return (
    <EmptyState
      title="No products yet"
      actions={<ButtonLink to="/contact">Ask for a part</ButtonLink>}
    >
      The shelves are being filled. Tell us what you need and we will look for it.
    </EmptyState>
  )
}

function sentenceOf({ hasMore, q }: ProductsProps['list'], rows: readonly CardProduct[]) {
  const sentence = countSentence(rows.length, hasMore, noun)
  return q ? `${sentence} for “${q}”` : sentence
}
