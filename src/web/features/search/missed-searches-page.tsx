import { useQuery } from '@tanstack/react-query'
import { Languages } from 'lucide-react'
import { manageSearch, type MissedSearch } from '#contract/manage-search.ts'
import { read } from '#web/lib/api/api.ts'
import { groupDigits } from '#contract/formats/formatting.ts'
import { dateTime } from '#web/lib/format/clock.ts'
import { sentenceFor } from '#web/lib/http/problems.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { DashboardHead } from '#web/domain/dashboard-head.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import { EmptyState, FailedState } from '#web/ui/feedback/states.tsx'
import { type Column, DataTable } from '#web/ui/list/data-table.tsx'

/** Searches that found nothing: what to add to the catalogue or to the synonyms. */
export function MissedSearchesPage() {
  const { data, error, refetch } = useQuery(read(manageSearch.missed, {}))
  return (
    <>
      <DashboardHead page="Missed searches" />
      <p className="missed-searches">
        Searches of the last 90 days that found no part. The shop does not store who searched.
      </p>
      <div className="table-card">
        {data && data.length > 0 ? (
          <DataTable
            caption="Searches without result, the most frequent first"
            rows={data}
            columns={columns}
            card={card}
          />
        ) : data ? (
          <EmptyState heading="h2" title="No missed searches">
            Every search of the last 90 days found something.
          </EmptyState>
        ) : error ? (
          <FailedState heading="h2" title="The searches could not be loaded" onRetry={refetch}>
            {sentenceFor(error)}
          </FailedState>
        ) : (
          <SkeletonRows />
        )}
      </div>
    </>
  )
}

const searched = ({ text }: MissedSearch) => <span className="table__main">{text}</span>
const times = ({ count }: MissedSearch) => groupDigits(count)
const last = ({ lastAt }: MissedSearch) => <time dateTime={lastAt}>{dateTime(lastAt)}</time>
const action = ({ text }: MissedSearch) => (
  <ButtonLink
    size="small"
    icon={Languages}
    to={`${pathTo.synonyms}?term=${encodeURIComponent(text)}`}
    aria-label={`Add synonym for ${text}`}
  >
    Add synonym
  </ButtonLink>
)

const columns: Column<MissedSearch>[] = [
  { title: 'Searched for', cell: searched },
  { title: 'Times', cell: times, isNumber: true },
  { title: 'Last time', cell: last },
  { title: 'Actions', cell: action },
]

const card = (missed: MissedSearch) => (
  <>
    {searched(missed)}
    <span>
      {missed.count === 1 ? 'Once' : `${groupDigits(missed.count)} times`}, last {last(missed)}
    </span>
    {action(missed)}
  </>
)
