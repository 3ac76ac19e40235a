import { sql } from 'kysely'
import { runPrepared } from '../../db/prepared.ts'
import type { Connections } from '../../db/index.ts'
import { isEverydayWord } from './everyday-words.ts'
import type { Meaning } from './meaning.ts'
import { correctionOf } from './spelling.ts'
import type { Candidate, Correction } from './spelling.ts'

/** The most words of the vocabulary that are compared with a typed one, by letters and by sound. */
const comparedMax = 40

/** The most unknown words of a search that are corrected: comparing takes longer than any other part of a search. */
const correctedMax = 3

/** The most spellings of a search that are tried. */
const triedMax = 3

/** The searches that an unknown search is probably meant to be, the likeliest first. */
export async function correctionsOf(
  from: Connections,
  { words, unknown }: Meaning,
): Promise<string[]> {
  const wrong = unknown.slice(0, correctedMax)
  const isMeantSo = words.length === 1 && wrong.every(isEverydayWord)
  if (wrong.length === 0 || isMeantSo) return []
  const pairs = words.slice(1).map((second, at) => ({ at, first: String(words[at]), second }))
  const brokenPairs = pairs.filter(({ first, second }) =>
    [first, second].some((word) => wrong.includes(word)),
  )
  const joined = brokenPairs.map(({ first, second }) => first + second)
  const found = await findCandidates(from, [...new Set([...wrong, ...joined])])
  const of = (typed: string) => likeliest(found.filter((candidate) => candidate.typed === typed))

  const texts: (string | undefined)[] = []
  for (const { at, first, second } of brokenPairs) {
    for (const { spelled } of of(first + second).slice(0, 1)) {
      const rest = (word: string) => corrected(word)
      texts.push(
        joinAll([...words.slice(0, at).map(rest), spelled, ...words.slice(at + 2).map(rest)]),
      )
    }
  }
  function corrected(word: string, choice = 0): string | undefined {
    if (!unknown.includes(word)) return word
    const corrections = of(word)
    return (corrections[choice] ?? corrections[0])?.spelled
  }
  const single = [0, 1, 2].map((choice) => joinAll(words.map((word) => corrected(word, choice))))
  const known = [...single, ...texts].filter((text) => text !== undefined)
  return [...new Set(known)].slice(0, triedMax)
}

const joinAll = (words: readonly (string | undefined)[]) =>
  words.includes(undefined) ? undefined : words.join(' ')

function likeliest(candidates: readonly Candidate[]): Correction[] {
  const corrections = candidates
    .map(correctionOf)
    .filter((correction) => correction !== undefined)
    .toSorted((one, other) => one.apart - other.apart || one.letters - other.letters)
  const [best] = corrections
  return best ? corrections.filter(({ apart }) => apart <= best.apart + 0.5) : []
}

function findCandidates(from: Connections, typed: readonly string[]): Promise<Candidate[]> {
  const statement = sql<Candidate>`
    select typed, "typedStem", word, stem, spelled, "soundsAlike"
    from unnest(${typed}::text[]) as typed
    cross join lateral (select search_key(typed) as "typedStem", dmetaphone(search_key(typed)) as sound) as heard
    cross join lateral (
      select word, stem, spelled, search_words.sound = heard.sound and heard.sound <> '' as "soundsAlike" from (
        (select * from search_words order by word <-> typed limit ${comparedMax})
        union
        (select * from search_words where search_words.sound = heard.sound limit ${comparedMax})
      ) as search_words
    ) as compared`
  return runPrepared(from, statement)
}
