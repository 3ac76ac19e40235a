import { sql } from 'kysely'
import { findByNumbers } from '../numbers/look-up.ts'
import type { FoundByNumber } from '../numbers/look-up.ts'
import { runPrepared } from '../../db/prepared.ts'
import type { Connections } from '../../db/index.ts'
import { hasDigit, isFiller, isShort, measureParts, spansOf, wordsOf } from './typed-words.ts'
import type { Span } from './typed-words.ts'
import { allOf, anyOf, coverQuery, stemQuery, termQuery } from './text-query.ts'
import type { Choice, TextQuery } from './text-query.ts'

/** The most words of the vocabulary that a part of a word stands for. */
const containingMax = 30

/** The most words of one term of a synonym. */
const termWordsMax = 3

/** What the database knows about a word, or about neighbours written as one word. */
interface Known {
  stem: string
  /** Words such as `with`, which no index has. */
  isStop: boolean
  /** The stems of the words of the catalogue with this stem, as they are written there. */
  spellings: string[]
  /** The stems of the words that contain it or its stem. */
  containing: string[]
  /**
   * Whether a word contains it as it is; two words written as one (`oillevel`) contain texts that are not part of a
   * word. Only looked up for a single word without spellings.
   */
  isPart: boolean
}

interface Group {
  keys: string[]
  kind: string | null
}

interface Looked {
  known: Readonly<Record<string, Known>>
  /** The key of each span. */
  keys: Readonly<Record<string, string>>
  groups: readonly Group[]
}

/** A search as conditions on products, from the narrowest to the widest. */
export interface Meaning {
  /** As typed. */
  q: string
  words: readonly string[]
  /** Products that have the whole search as a number. */
  numbered: readonly FoundByNumber[]
  /** Words with the same stems, in any order and with or without spaces between them. */
  exact: TextQuery
  /** Also synonyms, and longer words that contain the typed ones. */
  wide: TextQuery
  /** Texts of one or two letters, which begin words of the name. */
  starts: string[]
  /** The kind that the whole search means. */
  kind: string | undefined
  /** Words that no name and no synonym has. */
  unknown: readonly string[]
}

/** Looks up a search among the numbers, and its words in the vocabulary and the synonyms. */
export async function meaningOf(from: Connections, q: string): Promise<Meaning> {
  const words = wordsOf(q)
  const spans = spansOf(words, termWordsMax)
  const [looked, byNumber] = await Promise.all([lookUp(from, spans), findByNumbers(from.pool, [q])])
  const isStop = (word: string) => looked.known[word]?.isStop === true
  const areAllStops = words.every(isStop)
  const isNeeded = (word: string) => areAllStops || !isStop(word)
  const needed = words.filter(isNeeded)
  const areAllFillers = needed.every(isFiller)
  const choices = { exact: [] as Choice[], wide: [] as Choice[] }

  for (const span of spans) {
    const { at, length, text, joined } = span
    const key = looked.keys[text] ?? ''
    const spelled = looked.known[joined]?.spellings.map(termQuery) ?? []
    const synonyms = [key, looked.keys[joined] ?? ''].flatMap((each) =>
      synonymsOf(each, looked.groups),
    )
    if (length > 1) {
      if (hasDigit(joined)) spelled.push(stemQuery(joined))
      if (spelled.length > 0) choices.exact.push({ at, length, query: anyOf(spelled) })
      const all = [...spelled, ...synonyms]
      if (all.length > 0) choices.wide.push({ at, length, query: anyOf(all) })
      continue
    }
    if (!isNeeded(text)) {
      choices.exact.push({ at, length, query: undefined })
      choices.wide.push({ at, length, query: undefined })
      continue
    }
    const own = stemQuery(looked.known[text]?.stem ?? text)
    const parts = allOf(measureParts(text).map((part) => stemQuery(part)))
    if (parts !== undefined) spelled.push(parts)
    choices.exact.push({ at, length, query: anyOf([own, ...spelled]) })
    const longer = looked.known[text]?.containing.map(termQuery) ?? []
    // Reading all stems that begin so takes long for a frequent word, which is complete.
    const isComplete = Boolean(looked.known[text]?.spellings.length)
    const begun = isComplete ? [] : [stemQuery(text, { isPrefix: true })]
    const isOptional = isShort(text) || (isFiller(text) && !areAllFillers)
    const query = isOptional
      ? undefined
      : anyOf([own, ...begun, ...spelled, ...synonyms, ...longer])
    choices.wide.push({ at, length, query })
  }

  return {
    q,
    words,
    numbered: [...byNumber.values()].flat(),
    exact: areAllStops ? undefined : coverQuery(choices.exact, words.length),
    wide: coverQuery(choices.wide, words.length),
    starts: needed.filter(isShort),
    kind: kindOf(words, looked),
    unknown: needed.filter((word) => {
      const known = looked.known[word]
      return !isShort(word) && !hasDigit(word) && !known?.spellings.length && !known?.isPart
    }),
  }
}

/** The meaning of a part of a search, for a condition of its own. */
export const partQuery = (words: readonly string[]): TextQuery =>
  allOf(words.map((word) => anyOf([stemQuery(word, { isPrefix: true })])))

const synonymsOf = (key: string, groups: readonly Group[]) =>
  groups
    .filter(({ keys, kind }) => kind === null && keys.includes(key))
    .flatMap(({ keys }) => keys.filter((other) => other !== key).map(termQuery))

function kindOf(words: readonly string[], { keys, groups }: Looked) {
  const key = keys[words.join(' ')]
  if (key === undefined) return undefined
  return groups.find((group) => group.kind !== null && group.keys.includes(key))?.kind ?? undefined
}

async function lookUp(from: Connections, spans: readonly Span[]): Promise<Looked> {
  const singles = spans.filter(({ length }) => length === 1).map(({ text }) => text)
  const joined = [...new Set(spans.map((span) => span.joined))]
  const texts = [...new Set([...spans.map(({ text }) => text), ...joined])]
  const statement = sql<{ looked: Looked }>`
    with keyed as (
      select text, search_key(text) as key from unnest(${texts}::text[]) as text
    ), asked as (
      select word, stem, case when starts_with(word, stem) and length(stem) >= greatest(4, length(word) - 3)
        then stem else word end as part
      from unnest(${joined}::text[]) as word
      cross join lateral (select search_key(word) as stem) as keyed
    ), known as (
      select word, stem, to_tsvector('pg_catalog.english', word) = '' as "isStop",
        array(select distinct search_key(spelled) from search_words
          where search_words.stem = asked.stem and length(asked.stem) > 1) as spellings,
        array(select containing.stem from (
          select distinct search_words.stem, length(search_words.stem) from search_words
          where search_words.word like '%' || asked.part || '%' and length(asked.part) >= 3
            and spelled = search_words.word and asked.word = any (${singles}::text[])
          order by length(search_words.stem), search_words.stem limit ${containingMax}) as containing
        ) as containing,
        asked.word = any (${singles}::text[]) and length(asked.word) >= 3
          and not exists (select from search_words where search_words.stem = asked.stem)
          and exists (
            select from search_words
            where search_words.word like '%' || asked.word || '%' and spelled = search_words.word
          ) as "isPart"
      from asked
    ), groups as (
      select keys, kind from search_synonyms
      where removed_at is null and keys && array(select key from keyed)
      limit 50
    )
    select json_build_object(
      'known', (select coalesce(json_object_agg(word, known), '{}') from known),
      'keys', (select coalesce(json_object_agg(text, key), '{}') from keyed),
      'groups', (select coalesce(json_agg(groups), '[]') from groups)) as looked`
  const [row] = await runPrepared(from, statement)
  return row?.looked ?? { known: {}, keys: {}, groups: [] }
}
