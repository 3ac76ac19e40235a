import { modelYears } from '#contract/vehicles/vehicle-key.ts'
import type { YearRange } from '#contract/vehicles/years.ts'
import { quoted } from '../../imports/cell-problem.ts'

/** Model years as catalogues write them, or why they cannot be read. */
type WrittenYears = { ranges: YearRange[]; built: string | null } | { problem: string }

const month = '(?:0?[1-9]|1[0-2])[/.]'
const open = String.raw`\+|-(?:present|current|now|today)?`
const span = new RegExp(
  String.raw`^(?<begun>${month})?(?<first>\d{4})(?:(?<open>${open})|-(?<ended>${month})?(?<last>\d{4}|\d{2}))?$`,
  'i',
)

/**
 * `2012-2016, 2018`, open as `2012-`, `2012+` and `2012-present`, with two digits as `2012-16`, or with months as
 * `05/2012-11/2016`: these are dates of production, which the buyer has to compare. An open span ends with the last year
 * that a fitment can name.
 */
export function readWrittenYears(text: string): WrittenYears {
  const spans = text
    .replaceAll(/-?\s*(?:&|\band\b)?\s*\b(?:up|on|onwards?)\b/gi, '+')
    .replaceAll(/\s*(?:[-–—−]|\b(?:to|through|thru)\b)\s*/gi, '-')
    .split(/[\s,;]+/)
    .filter(Boolean)
  const ranges: YearRange[] = []
  for (const written of spans) {
    const range = readSpan(written)
    if (!range || range[0] > range[1]) return { problem: notYears(text) }
    if (range[0] < modelYears.min || range[1] > modelYears.max) return { problem: notYears(text) }
    if (/\d{4}-(?:0[1-9]|1[0-2])$/.test(written)) {
      return { problem: `${quoted(text)} may be a month or years. Write ${range[0]}-${range[1]}` }
    }
    ranges.push(range)
  }
  return { ranges, built: /\d[/.]\d/.test(text) ? text : null }
}

const notYears = (text: string) => `${quoted(text)} are not years, such as 2012 or 2012-2016`

/** No model was built for longer. */
const longestSpan = 80

function readSpan(text: string): YearRange | undefined {
  const { begun, first: from, open: isOpen, ended, last: to } = span.exec(text)?.groups ?? {}
  if (from === undefined) return undefined
  const first = Number(from)
  if (isOpen !== undefined) return [first, modelYears.max]
  if (to === undefined) return [first, first]
  const century = first - (first % 100)
  const sameCentury = to.length === 4 ? Number(to) : century + Number(to)
  const last = to.length === 2 && sameCentury < first ? sameCentury + 100 : sameCentury
  const isBackwards =
    first === last && Number.parseInt(begun ?? '1', 10) > Number.parseInt(ended ?? '12', 10)
  const isGuess = to.length === 2 && last - first > longestSpan
  return isBackwards || isGuess ? undefined : [first, last]
}
