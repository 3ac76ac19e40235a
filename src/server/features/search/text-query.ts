/** A condition on the stems of a text, in the syntax of PostgreSQL's `tsquery`; undefined if it is always true. */
export type TextQuery = string | undefined

/** A stem, or with `isPrefix` every stem that begins so. */
export const stemQuery = (stem: string, { isPrefix = false } = {}): string =>
  `'${stem.replaceAll(/['\\]/g, ' ')}'${isPrefix ? ':*' : ''}`

/** All stems of a term, which are separated by spaces. */
export const termQuery = (key: string): string =>
  allOf(key.split(' ').map((stem) => stemQuery(stem))) ?? ''

export const allOf = (queries: readonly TextQuery[]): TextQuery => joined(queries, ' & ')

/** True for none. */
export const anyOf = (queries: readonly string[]): TextQuery => joined([...new Set(queries)], ' | ')

function joined(queries: readonly TextQuery[], operator: string): TextQuery {
  const conditions = queries.filter((query) => query !== undefined)
  return conditions.length > 1 ? `(${conditions.join(operator)})` : conditions[0]
}

/** What may be in the place of `length` words from position `at`. */
export interface Choice {
  at: number
  length: number
  /** Undefined if these words need not be there. */
  query: TextQuery
}

/** Covers all words from the first to the last by choices, in every possible way. */
export function coverQuery(choices: readonly Choice[], words: number): TextQuery {
  const from: { query: TextQuery; isPossible: boolean }[] = []
  from[words] = { query: undefined, isPossible: true }
  for (let at = words - 1; at >= 0; at -= 1) {
    const ways = choices.filter(
      (choice) => choice.at === at && from[at + choice.length]?.isPossible,
    )
    const queries = ways.map((choice) => allOf([choice.query, from[at + choice.length]?.query]))
    const isAlwaysTrue = queries.includes(undefined)
    const query = isAlwaysTrue ? undefined : anyOf(queries.filter((each) => each !== undefined))
    from[at] = { query, isPossible: ways.length > 0 }
  }
  const [whole] = from
  return whole?.isPossible ? whole.query : undefined
}
