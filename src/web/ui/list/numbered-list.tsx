import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import {
  type TotalCount,
  isCountUnavailable,
  pageCount,
  formatRange,
} from '#web/lib/lists/total-count.ts'
import { sentenceFor } from '#web/lib/http/problems.ts'
import {
  listUrl,
  pageSizes,
  type ListDefinition,
  type ListParams,
} from '#web/lib/lists/list-params.ts'
import { Button } from '../button.tsx'
import { ErrorLine } from '../form/field.tsx'
import { PageLinks } from './page-links.tsx'
import { SearchBox } from './search-box.tsx'
import { SkeletonRows } from '../feedback/skeleton.tsx'
import { FailedState } from '../feedback/states.tsx'

export type NumberedListProps<Row, Params extends ListParams> = {
  list: ListDefinition<Params>
  params: Params
  setParams: (change: Partial<Params>) => void
  page: UseQueryResult<Row[]>
  total: TotalCount
  /** Plural noun for the rows. */
  noun: string
  /** Placeholder naming the searched fields; no search without it. */
  searchedIn?: string
  tabs?: ReactNode
  /** Controls beside the search. */
  tools?: ReactNode
  /** Bulk actions on selected rows. */
  bulk?: ReactNode
  /** Empty state; `showInstead` resets filters from it. */
  renderEmpty: (showInstead: (change: Partial<Params>) => void) => ReactNode
  children: (rows: readonly Row[]) => ReactNode
}

/** A searchable list with numbered pages. */
export function NumberedList<Row, Params extends ListParams>(
  props: NumberedListProps<Row, Params>,
) {
  const { list, params, setParams, page, total, noun, searchedIn, tabs, tools, bulk } = props
  const card = useRef<HTMLDivElement>(null)
  const change = (rows: Partial<ListParams>) => setParams(rows as Partial<Params>)
  const pages = pageCount(params, total, page.data?.length)

  /** The pressed button unmounts, so the focus moves to the search. */
  function showInstead(instead: Partial<Params>) {
    setParams(instead)
    card.current?.querySelector<HTMLElement>('[type=search]')?.focus()
  }

  return (
    <div className="table-card" ref={card} aria-busy={page.isFetching}>
      {tabs}
      <div className="table-tools">
        {searchedIn && (
          <SearchBox
            label={`Search ${noun}`}
            placeholder={searchedIn}
            value={params.q}
            onSearch={(q) => change({ q })}
          />
        )}
        {tools}
        {!list.hasFixedPages && (
          <select
            className="select"
            aria-label="Rows per page"
            value={params.limit}
            onChange={({ target }) => change({ limit: Number(target.value) })}
          >
            {pageSizes.map((rows) => (
              <option key={rows} value={rows}>{`${rows} rows`}</option>
            ))}
          </select>
        )}
      </div>
      {bulk}
      <Rows {...props} showInstead={showInstead} />
      {page.data && page.error && (
        <div className="table-card__problem">
          <ErrorLine>
            These {noun} could not be brought up to date. {sentenceFor(page.error)}
          </ErrorLine>
        </div>
      )}
      {page.data && isCountUnavailable(total) && (
        <div className="table-card__problem cluster">
          <ErrorLine>
            How many {noun} there are could not be read. {sentenceFor(total.error)}
          </ErrorLine>
          <Button size="small" onClick={total.retry}>
            Try again
          </Button>
        </div>
      )}
      <div className="pagination">
        <output>{page.data && formatRange(params, total, page.data.length, noun)}</output>
        {pages && (
          <PageLinks
            page={params.page}
            pages={pages}
            to={(number) => listUrl(list, { ...params, page: number })}
          />
        )}
      </div>
    </div>
  )
}

type RowsProps<Row, Params extends ListParams> = NumberedListProps<Row, Params> & {
  showInstead: (change: Partial<Params>) => void
}

function Rows<Row, Params extends ListParams>(props: RowsProps<Row, Params>) {
  const { page, total, noun, renderEmpty, showInstead, children } = props
  const { data: rows, error, refetch } = page
  if (rows?.length) return children(rows)
  if (rows) return renderEmpty(showInstead)
  if (!error) return <SkeletonRows />
  return (
    <FailedState
      heading="h2"
      title={`The ${noun} could not be loaded`}
      onRetry={() => Promise.all([refetch(), isCountUnavailable(total) && total.retry()])}
    >
      {sentenceFor(error)}
    </FailedState>
  )
}
