import { type ReactNode, useRef } from 'react'
import type { PagedList } from '#web/lib/lists/paged-list.ts'
import { sentenceFor } from '#web/lib/http/problems.ts'
import { Button } from '../button.tsx'
import { ErrorLine } from '../form/field.tsx'
import { SearchBox } from './search-box.tsx'
import { SkeletonRows } from '../feedback/skeleton.tsx'
import { EmptyState, FailedState } from '../feedback/states.tsx'

type ListCardProps<Row> = {
  list: PagedList<Row>
  /** Plural noun for the rows. */
  noun: { one: string; many: string }
  /** Placeholder naming the searched fields. */
  searchedIn: string
  /** Empty state of an unfiltered list. */
  empty: ReactNode
  children: (rows: readonly Row[]) => ReactNode
}

/** A searchable list with keyset pagination. */
export function ListCard<Row>({ list, noun, searchedIn, empty, children }: ListCardProps<Row>) {
  const { rows, q, search, error, isFetching, hasMore, loadMore, loadMoreFailed } = list
  const card = useRef<HTMLDivElement>(null)

  function clearSearch() {
    search('')
    card.current?.querySelector<HTMLElement>('[type=search]')?.focus()
  }

  return (
    <div className="table-card" ref={card} aria-busy={isFetching}>
      <div className="table-tools">
        <SearchBox
          label={`Search ${noun.many}`}
          placeholder={searchedIn}
          value={q}
          onSearch={search}
        />
      </div>
      <Rows list={list} noun={noun} empty={empty} onClearSearch={clearSearch}>
        {children}
      </Rows>
      {rows && error && (
        <div className="table-card__problem">
          <ErrorLine>
            {loadMoreFailed
              ? `The next ${noun.many} could not be loaded.`
              : `These ${noun.many} could not be brought up to date.`}{' '}
            {sentenceFor(error)}
          </ErrorLine>
        </div>
      )}
      <div className="pagination">
        <output>{rows && formatLoadedCount(rows.length, hasMore, noun)}</output>
        {(hasMore || list.pageCount > 1) && (
          // Stays mounted at the end of the list, so that the focus is not lost.
          <Button size="small" aria-disabled={!hasMore} onClick={loadMore}>
            Load more
          </Button>
        )}
      </div>
    </div>
  )
}

type RowsProps<Row> = Omit<ListCardProps<Row>, 'searchedIn'> & { onClearSearch: () => void }

function Rows<Row>({ list, noun, empty, onClearSearch, children }: RowsProps<Row>) {
  const { rows, q, error, refetch } = list
  if (rows?.length) return children(rows)
  if (rows && !q) return empty
  if (rows) {
    return (
      <EmptyState
        heading="h2"
        title={`No ${noun.one} matches “${q}”`}
        actions={<Button onClick={onClearSearch}>Clear search</Button>}
      />
    )
  }
  if (!error) return <SkeletonRows />
  return (
    <FailedState heading="h2" title={`The ${noun.many} could not be loaded`} onRetry={refetch}>
      {sentenceFor(error)}
    </FailedState>
  )
}

/** Formats the number of loaded rows; the total is unknown. */
export function formatLoadedCount(shown: number, hasMore: boolean, { one, many }: ListNoun) {
  if (hasMore) return `The first ${shown} ${many}`
  return shown === 1 ? `1 ${one}` : `${shown} ${many}`
}

type ListNoun = ListCardProps<unknown>['noun']
