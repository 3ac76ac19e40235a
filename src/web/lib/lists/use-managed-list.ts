import {
  keepPreviousData,
  useQuery,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query'
import { type ListParams, useListParams } from './list-params.ts'
import {
  type ManagedList,
  type Sent,
  type SentFilter,
  sentFilter,
  sentParams,
} from './managed-list.ts'
import { type TotalCount, toTotalCount } from './total-count.ts'

/** The number of rows in each tab, or of a list without tabs. */
interface Counted {
  isCapped: boolean
  counts?: Readonly<Record<string, number>>
  count?: number
}

interface ListReads<Row, Params, Raw, Counts> {
  rows: (query: Sent<Params>) => UseQueryOptions<Row[], Error, Row[]>
  /** A read of its own: no page waits for it. */
  counts: (filter: SentFilter<Params>) => UseQueryOptions<Raw, Error, Counts>
}

export interface ShownList<Row, Params extends ListParams, Counts extends Counted = Counted> {
  list: ManagedList<Params>
  params: Params
  setParams: (change: Partial<Params>) => void
  page: UseQueryResult<Row[]>
  counts: Counts | undefined
  /** Rows of the shown tab. */
  total: TotalCount
}

/** A list of the dashboard as its address shows it: one page of its rows, and their number. */
export function useManagedList<Row, Params extends ListParams, Raw, Counts extends Counted>(
  list: ManagedList<Params>,
  { rows, counts }: ListReads<Row, Params, Raw, Counts>,
): ShownList<Row, Params, Counts> {
  const { params, setParams } = useListParams(list)
  const page = useQuery({ ...rows(sentParams(params)), placeholderData: keepPreviousData })
  const counted = useQuery({ ...counts(sentFilter(params)), placeholderData: keepPreviousData })
  const { tab = '' } = params as Params & { tab?: string }
  const total = toTotalCount(counted, (found) => found.count ?? found.counts?.[tab] ?? 0)
  return { list, params, setParams, page, counts: counted.data, total }
}
