import { modelYears } from './vehicle-key.ts'

/** The first and the last of consecutive model years. */
export type YearRange = [first: number, last: number]

/** Ascending years as ranges. */
export function rangesOf(years: readonly number[]): YearRange[] {
  const ranges: YearRange[] = []
  for (const year of years) {
    const last = ranges.at(-1)
    if (last && year <= last[1] + 1) last[1] = year
    else ranges.push([year, year])
  }
  return ranges
}

/** `1985-1993 1996`. */
export const yearsText = (ranges: readonly Readonly<YearRange>[]) =>
  ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(' ')

/** `1985-1993 1996`, also with commas and semicolons, as written; undefined if it is not that. */
export function readYears(text: string): YearRange[] | undefined {
  const ranges: YearRange[] = []
  const written = text.replaceAll(/\s*[-–]\s*/g, '-').split(/[\s,;]+/)
  for (const part of written.filter(Boolean)) {
    const [, first = '', last = first] = /^(\d{4})(?:-(\d{4}))?$/.exec(part) ?? []
    const range: YearRange = [Number(first), Number(last)]
    if (!first || range[0] > range[1]) return undefined
    if (range[0] < modelYears.min || range[1] > modelYears.max) return undefined
    ranges.push(range)
  }
  return ranges
}

/** Whether a car of this year was sold, as far as is known. */
export const hasYear = (ranges: readonly Readonly<YearRange>[], year: number) =>
  ranges.length === 0 || ranges.some(([first, last]) => first <= year && year <= last)
