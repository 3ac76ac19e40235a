import { modelYears, slugOf } from './vehicle-key.ts'
import type { VehicleMake, VehicleModel } from './vehicles.ts'
import { hasYear } from './years.ts'

/** A car that a typed text may mean; the parts that are null are still to be chosen. */
export interface VehicleSuggestion {
  make: VehicleMake
  model: VehicleModel | null
  year: number | null
}

/**
 * A search for cars as people write them: `golf 14`, `2014 vw golf`, `f150`. Each word begins a word of a name of
 * the make or the model, in any order; one word may be the model year, with two digits too. The best suggestion is
 * first: a car of that year before others, a whole name before a part of one.
 */
export function createVehicleFinder(makes: readonly VehicleMake[]) {
  const known = makes.map((make) => ({
    make,
    names: namesOf(make),
    models: make.models.map((model) => ({ model, names: namesOf(model) })),
  }))

  const find = ({ words, year: asked }: Reading): Ranked[] =>
    known.flatMap(({ make, names, models }) => {
      const ofMake = names.map((name) => matchOf(name, words))
      const isMakeWhole = ofMake.some(({ rank }) => rank <= ranks.alias)
      const isOfMake = words.map((_, index) => ofMake.some(({ isIn }) => isIn[index]))
      const ofModels = models.map(({ model, names: own }) => ({
        model,
        matches: own
          .map((name) => matchOf(name, words))
          .filter(({ isIn }) => isIn.every((is, index) => is || isOfMake[index])),
      }))
      return [
        { model: null, matches: ofMake.filter(({ isIn }) => isIn.every(Boolean)).map(asMake) },
        ...ofModels,
      ].flatMap(({ model, matches }) => {
        const [best] = matches.toSorted((a, b) => a.rank - b.rank || a.rest - b.rest)
        if (!best) return []
        const year = soldIn(model ? [model] : make.models, asked)
        const isOther = asked !== null && year === null
        return [{ suggestion: { make, model, year }, best, isOther, isMakeWhole }]
      })
    })

  return (text: string, limit = 8): VehicleSuggestion[] => {
    const once = new Map<string, VehicleSuggestion>()
    for (const { suggestion } of readingsOf(wordsOf(text)).flatMap(find).toSorted(compare)) {
      const key = keyOf(suggestion)
      if (!once.has(key)) once.set(key, suggestion)
    }
    return [...once.values()].slice(0, limit)
  }
}

/** Letters and digits apart, so that `mazda 6` is `Mazda6` and `f150` is `F-150`. */
const wordsOf = (text: string) => slugOf(text).match(/[a-z]+|\d+/g) ?? []

interface Reading {
  /** The words of make and model. */
  words: string[]
  /** Undefined for a year whose last digits are missing. */
  year: number | null | undefined
}

/** The text without a year, and with each word that may be one. */
const readingsOf = (words: string[]): Reading[] => [
  ...(words.length > 0 ? [{ words, year: null }] : []),
  ...words.flatMap((word, index) => {
    const year = yearOf(word)
    const isLast = index === words.length - 1
    const isYear = year !== undefined || (isLast && /^(?:\d|19\d|20\d)$/.test(word))
    return isYear && words.length > 1 ? [{ words: words.toSpliced(index, 1), year }] : []
  }),
]

/** Two digits are a year from 1951 to 2050. */
function yearOf(word: string): number | undefined {
  if (!/^(?:\d{2}|\d{4})$/.test(word)) return undefined
  const digits = Number(word)
  if (word.length === 2) return digits + (digits > 50 ? 1900 : 2000)
  return digits >= modelYears.min && digits <= modelYears.max ? digits : undefined
}

const soldIn = (models: readonly VehicleModel[], year: Reading['year']) =>
  year && models.some(({ years }) => hasYear(years, year)) ? year : null

interface Name {
  isAlias: boolean
  count: number
  length: number
  /** For each word, the name from there, and where words end in it. */
  starts: { rest: string; ends: number[] }[]
}

const namesOf = ({ name, aliases = [] }: { name: string; aliases?: string[] | undefined }) =>
  [name, ...aliases].map((each, index): Name => {
    const words = wordsOf(each)
    const starts = words.map((_, start) => ({
      rest: words.slice(start).join(''),
      ends: words.slice(start).map((_word, end, rest) => rest.slice(0, end + 1).join('').length),
    }))
    return { isAlias: index > 0, count: words.length, length: words.join('').length, starts }
  })

/** The beginning of a make comes before models with such a word: `m` is a make before it is the 1M. */
const asMake = (match: Match) => ({ ...match, rank: Math.min(match.rank, ranks.words) })

/** From the best: all words of the name, of an alias, some whole words, beginnings of words, no word. */
const ranks = { name: 0, alias: 1, words: 2, beginnings: 3, none: 4 }

interface Match {
  /** For each searched word, whether it begins a word of the name. */
  isIn: boolean[]
  rank: number
  /** How many letters and digits of the name were searched, and how many not. */
  found: number
  rest: number
}

function matchOf({ isAlias, count, length, starts }: Name, searched: string[]): Match {
  const whole = new Set<number>()
  let found = 0
  let isWhole = true
  const isIn = searched.map((word) => {
    const places = starts.flatMap(({ rest, ends }, start) =>
      rest.startsWith(word) ? [{ start, words: ends.indexOf(word.length) + 1 }] : [],
    )
    const place = places.find(({ words }) => words > 0) ?? places[0]
    if (!place) return false
    found += word.length
    isWhole &&= place.words > 0
    for (let index = 0; index < place.words; index += 1) whole.add(place.start + index)
    return true
  })
  if (found === 0) return { isIn, found, rest: 0, rank: ranks.none }
  const rest = Math.max(0, length - found)
  if (whole.size === count) return { isIn, found, rest, rank: isAlias ? ranks.alias : ranks.name }
  return { isIn, found, rest, rank: isWhole ? ranks.words : ranks.beginnings }
}

interface Ranked {
  suggestion: VehicleSuggestion
  best: Match
  /** Whether the text names a year in which it was not sold. */
  isOther: boolean
  isMakeWhole: boolean
}

const compare = (a: Ranked, b: Ranked) =>
  Number(a.isOther) - Number(b.isOther) ||
  a.best.rank - b.best.rank ||
  Number(a.suggestion.model !== null) - Number(b.suggestion.model !== null) ||
  Number(b.isMakeWhole) - Number(a.isMakeWhole) ||
  // Prefer the interpretation that includes a year.
  Number(a.suggestion.year === null) - Number(b.suggestion.year === null) ||
  // Chrysler's 300C before its 300, of which the C would be the make's.
  b.best.found - a.best.found ||
  a.best.rest - b.best.rest ||
  (keyOf(a.suggestion) < keyOf(b.suggestion) ? -1 : 1)

const keyOf = ({ make, model, year }: VehicleSuggestion) =>
  `${make.slug}/${model?.slug ?? ''}/${year ?? ''}`
