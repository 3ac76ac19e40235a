import type { Unprintable } from '#contract/formats/printed-text.ts'
import { fonts } from './fonts/fonts.ts'
import { clusters, unseen } from './runs.ts'

/** What the fonts have, in ascending order, as ranges that do not touch. */
const ranges: (readonly [first: number, last: number])[] = []
for (const [first, last] of fonts
  .flatMap((font) => font.ranges)
  .toSorted(([one], [other]) => one - other)) {
  const before = ranges.at(-1)
  if (before && first <= before[1] + 1) {
    ranges[ranges.length - 1] = [before[0], Math.max(before[1], last)]
  } else ranges.push([first, last])
}

function isPrintable(code: number): boolean {
  let [low, high] = [0, ranges.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const [first, last] = ranges[middle] ?? [0, 0]
    if (code < first) high = middle - 1
    else if (code > last) low = middle + 1
    else return true
  }
  return false
}

const usual = /^[\n\x20-\x7E]*$/
const blank = /^[\t\n\r]$/

/** The first letter or sign of a text, with its marks, that would be a question mark on paper; undefined if all can be printed. */
export function unprintableIn(text: string): Unprintable | undefined {
  if (usual.test(text)) return undefined
  const parts = clusters(text)
  const index = parts.findIndex((part) =>
    Array.from(part.replaceAll(unseen, '')).some(
      (one) => !blank.test(one) && !isPrintable(one.codePointAt(0) ?? 0),
    ),
  )
  const character = parts[index]
  return character === undefined ? undefined : { character, position: index + 1 }
}
