import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { type Counted, isUncounted, pagesOf, rangeSentence } from '#web/lib/lists/total-count.ts'
import { sentenceFor } from '#web/lib/http/problems.ts'
import {
  addressOf,
  rowsChoices,
  type ShownList,
  type ShownRows,
} from '#web/lib/lists/list-params.ts'
import { Button } from '../button.tsx'
import { ErrorLine } from '../form/field.tsx'
import { PageLinks } from './page-links.tsx'
import { SearchBox } from './search-box.tsx'
import { SkeletonRows } from '../feedback/skeleton.tsx'
import { FailedState } from '../feedback/states.tsx'

export type NumberedListProps<Row, Shown extends ShownRows> = {
  list: ShownList<Shown>
  shown: Shown
  show: (change: Partial<Shown>) => void
  page: UseQueryResult<Row[]>
  counted: Counted
  /** What the rows are called. */
  noun: string
  /** What the search looks in; without it there is none. */
  searchedIn?: string
  tabs?: ReactNode
  /** Stands beside the search. */
  tools?: ReactNode
  /** What can be done to rows that are selected. */
  bulk?: ReactNode
  /** Stands in place of the rows when there are none; what it shows instead takes it away. */
  renderEmpty: (showInstead: (change: Partial<Shown>) => void) => ReactNode
  children: (rows: readonly Row[]) => ReactNode
}

/** A list of any length by numbered pages: its tools, one page of its rows, and the way to the others. */
export function NumberedList<Row, Shown extends ShownRows>(props: NumberedListProps<Row, Shown>) {
  const { list, shown, show, page, counted, noun, searchedIn, tabs, tools, bulk } = props
  const card = useRef<HTMLDivElement>(null)
  const change = (rows: Partial<ShownRows>) => show(rows as Partial<Shown>)
  const pages = pagesOf(shown, counted, page.data?.length)

  /** The button that asks for it goes; whoever pressed it goes on in the search. */
  function showInstead(instead: Partial<Shown>) {
    show(instead)
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
            value={shown.q}
            onSearch={(q) => change({ q })}
          />
        )}
        {tools}
        {!list.hasFixedPages && (
          <select
            className="select"
            aria-label="Rows per page"
            value={shown.limit}
            onChange={({ target }) => change({ limit: Number(target.value) })}
          >
            {rowsChoices.map((rows) => (
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
      {page.data && isUncounted(counted) && (
        <div className="table-card__problem cluster">
          <ErrorLine>
            How many {noun} there are could not be read. {sentenceFor(counted.error)}
          </ErrorLine>
          <Button size="small" onClick={counted.retry}>
            Try again
          </Button>
        </div>
      )}
      <div className="pagination">
        <output>{page.data && rangeSentence(shown, counted, page.data.length, noun)}</output>
        {pages && (
          <PageLinks
            page={shown.page}
            pages={pages}
            to={(number) => addressOf(list, { ...shown, page: number })}
          />
        )}
      </div>
    </div>
  )
}

type RowsProps<Row, Shown extends ShownRows> = NumberedListProps<Row, Shown> & {
  showInstead: (change: Partial<Shown>) => void
}

function Rows<Row, Shown extends ShownRows>(props: RowsProps<Row, Shown>) {
  const { page, counted, noun, renderEmpty, showInstead, children } = props
  const { data: rows, error, refetch } = page
  if (rows?.length) return children(rows)
  if (rows) return renderEmpty(showInstead)
  if (!error) return <SkeletonRows />
  return (
    <FailedState
      heading="h2"
      title={`The ${noun} could not be loaded`}
      onRetry={() => Promise.all([refetch(), isUncounted(counted) && counted.retry()])}
    >
      {sentenceFor(error)}
    </FailedState>
  )
}
