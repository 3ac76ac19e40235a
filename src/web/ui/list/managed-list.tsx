import { type ReactNode, useRef } from 'react'
import { sentenceFor } from '#web/lib/http/problems.ts'
import {
  listUrl,
  type ListParams,
  nextSort,
  pageSizes,
  type Sorted,
} from '#web/lib/lists/list-params.ts'
import { unfiltered } from '#web/lib/lists/managed-list.ts'
import { formatRange, isCountUnavailable, pageCount } from '#web/lib/lists/total-count.ts'
import type { ShownList } from '#web/lib/lists/use-managed-list.ts'
import { Button } from '../button.tsx'
import { SkeletonRows } from '../feedback/skeleton.tsx'
import { EmptyState, FailedState } from '../feedback/states.tsx'
import { ErrorLine } from '../form/field.tsx'
import { DataTable, type DataTableProps } from './data-table.tsx'
import { ListTabs } from './list-tabs.tsx'
import { PageLinks } from './page-links.tsx'
import { SearchBox } from './search-box.tsx'
import { SortSelect } from './sort-select.tsx'

type ManagedListProps<Row, Params extends ListParams> = {
  shown: ShownList<Row, Params>
  /** Controls beside the search. */
  tools?: ReactNode
  /** Bulk actions on selected rows. */
  bulk?: ReactNode
  /** Shown if there are no rows without any search, tab and filter. */
  empty?: ReactNode
  /**
   * Shown if there are no rows in any case, in place of `empty` and the sentences for a search, tab or filter;
   * `showInstead` resets these.
   */
  renderEmpty?: ((showInstead: (change: Partial<Params>) => void) => ReactNode) | undefined
  children: (rows: readonly Row[]) => ReactNode
}

/** A list of the dashboard, from `useManagedList`: searchable, with numbered pages. */
export function ManagedList<Row, Params extends ListParams>(props: ManagedListProps<Row, Params>) {
  const { shown, tools, bulk } = props
  const { list, params, setParams, page, total } = shown
  const noun = list.noun.many
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
      <ListTabs shown={shown} />
      <div className="table-tools">
        {list.searchedIn && (
          <SearchBox
            label={`Search ${noun}`}
            placeholder={list.searchedIn}
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
            Could not refresh these {noun}. {sentenceFor(page.error)}
          </ErrorLine>
        </div>
      )}
      {page.data && isCountUnavailable(total) && (
        <div className="table-card__problem cluster">
          <ErrorLine>
            Could not load the number of {noun}. {sentenceFor(total.error)}
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

type RowsProps<Row, Params extends ListParams> = ManagedListProps<Row, Params> & {
  showInstead: (change: Partial<Params>) => void
}

function Rows<Row, Params extends ListParams>(props: RowsProps<Row, Params>) {
  const { shown, empty, renderEmpty, showInstead, children } = props
  const { list, page, total } = shown
  const { data: rows, error, refetch } = page
  if (rows?.length) return <>{children(rows)}</>
  if (rows && renderEmpty) return <>{renderEmpty(showInstead)}</>
  if (rows) return <NoRows {...{ shown, empty, showInstead }} />
  if (!error) return <SkeletonRows />
  return (
    <FailedState
      heading="h2"
      title={`The ${list.noun.many} could not be loaded`}
      onRetry={() => Promise.all([refetch(), isCountUnavailable(total) && total.retry()])}
    >
      {sentenceFor(error)}
    </FailedState>
  )
}

type NoRowsProps<Row, Params extends ListParams> = Pick<
  RowsProps<Row, Params>,
  'shown' | 'empty' | 'showInstead'
>

function NoRows<Row, Params extends ListParams>(props: NoRowsProps<Row, Params>) {
  const { shown, empty, showInstead } = props
  const { list, params } = shown
  const { one, many } = list.noun
  const { q } = params
  const { everything, isFiltered } = unfiltered(list, params)
  if (!isFiltered) return <>{empty}</>
  const instead = q ? ({ q: '' } as Partial<Params>) : everything
  return (
    <EmptyState
      heading="h2"
      title={q ? `No ${one} matches “${q}”` : `No ${many} here`}
      actions={
        <Button onClick={() => showInstead(instead)}>{q ? 'Clear search' : `All ${many}`}</Button>
      }
    />
  )
}

type ManagedTableProps<Row, Sort extends string, Params extends ListParams> = Omit<
  ManagedListProps<Row, Params>,
  'children'
> &
  Omit<DataTableProps<Row, Sort>, 'rows' | 'sorting'>

/** Such a list as a table, sorted by its headings; as cards it is sorted by a select. */
export function ManagedTable<
  Row extends { _id: string },
  Sort extends string,
  Params extends ListParams,
>(props: ManagedTableProps<Row, Sort, Params>) {
  const { shown, tools, bulk, empty, renderEmpty, ...table } = props
  const { sorts } = shown.list
  // Safe: a list with orders has them among its parameters.
  const sorted = shown.params as unknown as Sorted<Sort>
  const sort = (by: Sorted<string>) => shown.setParams(by as unknown as Partial<Params>)
  const sorting = sorts && {
    sorted,
    onSort: (by: Sort) => sort(nextSort<string>(sorted, by, sorts.textColumns)),
  }
  return (
    <ManagedList
      shown={shown}
      tools={
        <>
          {tools}
          {sorts && <SortSelect texts={sorts.texts} sorted={sorted} onSort={sort} />}
        </>
      }
      bulk={bulk}
      empty={empty}
      renderEmpty={renderEmpty}
    >
      {(rows) => <DataTable {...table} rows={rows} sorting={sorting} />}
    </ManagedList>
  )
}
