import type { Via } from '#contract/numbers/via.ts'
import { countMax } from '#contract/products/products.ts'
import type { Connections } from '../../db/index.ts'
import { nearMax, nearNumbers } from '../numbers/near-numbers.ts'
import { correctionsOf } from './corrections.ts'
import { matchesAmong } from './matches-among.ts'
import { matchingProducts } from './matching-products.ts'
import type { Match, Ranking } from './matching-products.ts'
import { meaningOf } from './meaning.ts'
import type { Meaning } from './meaning.ts'

/** With fewer matches a search with unknown words is also tried in other spellings. */
export const fewMatches = 3

/** The most products that a search finds in its own order. */
const foundMax = countMax.search

export interface Found {
  /** The best first. */
  matches: Match[]
  /** Whether more products match. */
  isCapped: boolean
  /** Whether only a sample of the products was searched, since very many match. */
  isSampled: boolean
  /** The search as typed. */
  meaning: Meaning
  /** The search in the spelling that finds more. */
  didYouMean?: string
  via: ReadonlyMap<string, Via>
}

interface Asked extends Ranking {
  /** Whether the search may still be incomplete: no similar numbers are looked for. */
  isTyping?: boolean
  /** The meaning of the search, if it is known. */
  meaning?: Meaning | undefined
}

async function matchesOf(
  from: Connections,
  meaning: Meaning,
  { among, ...options }: Ranking & { limit: number },
) {
  if (!among) return matchingProducts(from, meaning, options)
  return { matches: await matchesAmong(from.db, meaning, { ...options, among }), isSampled: false }
}

/** Finds products by what is typed, and by its likely spelling if that finds few. */
export async function searchProducts(
  from: Connections,
  q: string,
  { isTyping = false, meaning: known, ...ranking }: Asked,
): Promise<Found> {
  const options = { ...ranking, limit: foundMax + 1 }
  const meaning = known ?? (await meaningOf(from, q))
  const { matches, isSampled } = await matchesOf(from, meaning, options)
  const meanings = [meaning]
  let didYouMean: string | undefined

  async function add(spellings: readonly string[], enough: number, { byNumber = false } = {}) {
    const known = new Set(matches.map(({ id }) => id))
    for (const spelling of spellings) {
      const other = await meaningOf(from, spelling)
      const more = await matchesOf(from, other, options)
      const numbered = viaOf([other])
      const added = more.matches.filter(
        ({ id }) => !known.has(id) && (!byNumber || numbered.has(id)),
      )
      if (added.length > 0) didYouMean ??= spelling
      for (const match of added) known.add(match.id)
      matches.push(...added)
      meanings.push(other)
      if (matches.length >= enough) break
    }
  }

  if (matches.length < fewMatches && meaning.unknown.length > 0) {
    await add(await correctionsOf(from, meaning), fewMatches)
  }
  // The number of a part that the car or a filter leaves out is not mistyped.
  if (matches.length === 0 && meaning.numbered.length === 0 && !isTyping) {
    await add(await nearNumbers(from.pool, q), nearMax, { byNumber: true })
  }
  return {
    matches: matches.slice(0, foundMax),
    isCapped: matches.length > foundMax,
    isSampled,
    meaning,
    ...(didYouMean !== undefined && { didYouMean }),
    via: viaOf(meanings),
  }
}

/** The numbers that products were found by, by their ids. */
export const viaOf = (meanings: readonly Meaning[]) =>
  new Map(
    meanings.flatMap(({ numbered }) =>
      numbered.map(({ productId, via }) => [productId, via] as const),
    ),
  )
