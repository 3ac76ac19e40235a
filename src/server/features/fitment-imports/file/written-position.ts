import { positions } from '#contract/fitments/fit.ts'

type Position = (typeof positions)[number]

interface WrittenPosition {
  position: Position | null
  /** Whether it says more than a position can: a buyer has to compare the whole text. */
  hasMore: boolean
}

/** The sides of a car by how catalogues write them; cars of the shop's list are driven on the left seat. */
const sides: Readonly<Record<string, readonly string[]>> = {
  front: ['front', 'f', 'frt', 'fore'],
  // Not `r`, which is the right side too.
  rear: ['rear', 'back'],
  left: ['left', 'l', 'lh', 'lhs', 'driver', 'drivers', "driver's", 'driver’s'],
  right: ['right', 'rh', 'rhs', 'passenger', 'passengers', "passenger's", 'passenger’s'],
  upper: ['upper', 'top'],
  lower: ['lower', 'bottom'],
  inner: ['inner', 'inside'],
  outer: ['outer', 'outside'],
}

const corners: Readonly<Record<string, readonly [string, string]>> = {
  fl: ['front', 'left'],
  lf: ['front', 'left'],
  fr: ['front', 'right'],
  rf: ['front', 'right'],
  rl: ['rear', 'left'],
  lr: ['rear', 'left'],
  rr: ['rear', 'right'],
}

const anyPosition = /^(?:all|any|n\/?a|none|both(?: sides)?|-+)$/i
const fillers = new Set(['axle', 'side', 'sides', 'wheel', 'position', 'both'])
const pairs = [
  ['front', 'rear'],
  ['left', 'right'],
  ['upper', 'lower'],
  ['inner', 'outer'],
] as const

/**
 * `Left Front`, `FL`, `Front Axle` and `Driver Side` as one of the {@link positions}. Both of a pair, as `Left/Right`,
 * are none of them. Undefined for a text with a word that names no side.
 */
export function readWrittenPosition(text: string): WrittenPosition | undefined {
  if (text === '' || anyPosition.test(text)) return { position: null, hasMore: false }
  const words = text
    .toLowerCase()
    .split(/[\s,;/&+_-]+/)
    .filter((word) => word && word !== 'and' && word !== 'or' && !fillers.has(word))
  const named = new Set<string>()
  for (const word of words) {
    const read = corners[word] ?? sidesOf(word)
    if (read.length === 0) return undefined
    for (const side of read) named.add(side)
  }
  for (const [one, other] of pairs) {
    if (!named.has(one) || !named.has(other)) continue
    named.delete(one)
    named.delete(other)
  }
  if (named.size === 0) return { position: null, hasMore: false }
  const [position] = positions
    .filter((known) => known.split('-').every((side) => named.has(side)))
    .toSorted((one, other) => other.split('-').length - one.split('-').length)
  return { position: position ?? null, hasMore: named.size > (position?.split('-').length ?? 0) }
}

const sidesOf = (word: string) =>
  Object.entries(sides).flatMap(([side, names]) => (names.includes(word) ? [side] : []))
