import { modelYears } from '#contract/vehicles/vehicle-key.ts'
import type { YearRange } from '#contract/vehicles/years.ts'
import { quoted } from '../../imports/cell-problem.ts'

/** Model years as catalogues write them, or why they cannot be read. */
type WrittenYears = { ranges: YearRange[]; built: string | null } | { problem: string }

const month = String.raw`(?:(0?[1-9]|1[0-2])[/.])?`
const ends = String.raw`(?<open>\+|-(?:present|current|now|today)?)|-${month}(?<last>\d{4}|\d{2})`
const span = new RegExp(`^${month}(?<first>\\d{4})(?:${ends})?$`, 'i')

/**
 * `2012-2016, 2018`, open as `2012-`, `2012+` and `2012-present`, with two digits as `2012-16`, or with months as
 * `05/2012-11/2016`: these are dates of production, which the buyer has to compare. An open span ends with the last year
 * that a fitment can name.
 */
export function readWrittenYears(text: string): WrittenYears {
  const spans = text
    .replaceAll(/\s*[-–—]\s*/g, '-')
    .split(/[\s,;]+/)
    .filter(Boolean)
  const read = spans.map(readSpan)
  const problem = read.find((one) => typeof one === 'string')
  if (problem !== undefined) return { problem }
  // Safe: the texts are problems.
  const ranges = read as YearRange[]
  const isOutside = ranges.some(
    ([first, last]) => first > last || first < modelYears.min || last > modelYears.max,
  )
  if (isOutside) return { problem: notYears(text) }
  return { ranges, built: /\d[/.]\d/.test(text) ? text : null }
}

const notYears = (text: string) => `${quoted(text)} are not years, such as 2012 or 2012-2016`

function readSpan(text: string): YearRange | string {
  const { first: from, last: to, open } = span.exec(text)?.groups ?? {}
  if (from === undefined) return notYears(text)
  const first = Number(from)
  if (open !== undefined) return [first, modelYears.max]
  if (to === undefined) return [first, first]
  if (to.length === 4) return [first, Number(to)]
  const isMonth = Number(to) >= 1 && Number(to) <= 12
  const last = Math.floor(first / 100) * 100 + Number(to)
  const lastYear = last < first ? last + 100 : last
  return isMonth
    ? `${quoted(text)} may be a month or ${first}-${lastYear}. Write one of them`
    : [first, lastYear]
}
