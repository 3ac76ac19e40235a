import type { UseQueryResult } from '@tanstack/react-query'
import { matchesMax } from '#contract/shared/fields.ts'
import { grouped } from '../format/format.ts'
import type { ShownRows } from './list-params.ts'

/** How many rows a list has in all, once that is known; or what keeps it from being known. */
export interface Counted {
  rows: number | undefined
  /** More match than are counted, and nobody knows how many. */
  isCapped: boolean
  error: Error | null
  retry: () => Promise<unknown>
}

/** What a list's query for its counts says about the rows that are shown. */
export const counted = <Counts extends { isCapped: boolean }>(
  { data, error, refetch }: UseQueryResult<Counts>,
  rowsOf: (counts: Counts) => number,
): Counted => ({
  rows: data && rowsOf(data),
  isCapped: Boolean(data?.isCapped),
  error,
  retry: refetch,
})

/** Nobody knows how many there are, and no answer is on its way. */
export const isUncounted = ({ rows, error }: Counted) => rows === undefined && error !== null

type Pages = Pick<ShownRows, 'limit' | 'page'>

/** How many pages there are. Without a count: whether one may follow, since this one is full. */
export function pagesOf({ limit, page }: Pages, counted: Counted, onPage: number | undefined) {
  const { rows, isCapped } = counted
  if (rows !== undefined)
    return Math.max(Math.ceil((isCapped ? matchesMax : rows) / limit), page, 1)
  return isUncounted(counted) && onPage !== undefined ? { hasNext: onPage === limit } : undefined
}

/** Which rows are shown, and of how many as far as that is known. */
export function rangeSentence(
  { page, limit }: Pages,
  counted: Counted,
  onPage: number,
  noun: string,
) {
  const { rows, isCapped } = counted
  if (rows === undefined && !isUncounted(counted)) return undefined
  if (onPage === 0) return `0 ${noun}`
  const first = (page - 1) * limit + 1
  const range = `${grouped(first)}–${grouped(first + onPage - 1)}`
  if (rows === undefined) return range
  return `${range} of ${isCapped ? `more than ${grouped(matchesMax)}` : grouped(rows)}`
}
