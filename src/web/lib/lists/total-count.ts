import type { UseQueryResult } from '@tanstack/react-query'
import { matchesMax } from '#contract/shared/fields.ts'
import { groupDigits } from '#contract/formats/formatting.ts'
import type { ListParams } from './list-params.ts'

/** Total count of a list, or the error of reading it. */
export interface TotalCount {
  rows: number | undefined
  /** The count stopped at its limit; more rows match. */
  isCapped: boolean
  error: Error | null
  retry: () => Promise<unknown>
}

/** The total count of the shown tab, from the query for all counts. */
export const toTotalCount = <Counts extends { isCapped: boolean }>(
  { data, error, refetch }: UseQueryResult<Counts>,
  rowsOf: (counts: Counts) => number,
): TotalCount => ({
  rows: data && rowsOf(data),
  isCapped: Boolean(data?.isCapped),
  error,
  retry: refetch,
})

/** Whether the count failed and is not being loaded. */
export const isCountUnavailable = ({ rows, error }: TotalCount) =>
  rows === undefined && error !== null

type Pages = Pick<ListParams, 'limit' | 'page'>

/** Number of pages. Without a count: whether a next page is likely, since this one is full. */
export function pageCount(
  { limit, page }: Pages,
  total: TotalCount,
  rowsOnPage: number | undefined,
) {
  const { rows, isCapped } = total
  if (rows !== undefined)
    return Math.max(Math.ceil((isCapped ? matchesMax : rows) / limit), page, 1)
  return isCountUnavailable(total) && rowsOnPage !== undefined
    ? { hasNext: rowsOnPage === limit }
    : undefined
}

/** Formats the range of the shown rows and the total, as far as known. */
export function formatRange(
  { page, limit }: Pages,
  total: TotalCount,
  rowsOnPage: number,
  noun: string,
) {
  const { rows, isCapped } = total
  if (rows === undefined && !isCountUnavailable(total)) return undefined
  if (rowsOnPage === 0) return `0 ${noun}`
  const first = (page - 1) * limit + 1
  const range = `${groupDigits(first)}–${groupDigits(first + rowsOnPage - 1)}`
  if (rows === undefined) return range
  return `${range} of ${isCapped ? `more than ${groupDigits(matchesMax)}` : groupDigits(rows)}`
}
