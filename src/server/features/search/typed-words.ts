/** More words are probably pasted text, which its first words find. */
const wordsMax = 8

const runs = /[\p{Alphabetic}\p{Nd}]+/gu

/** The words of a search in lower case: runs of letters and digits. */
export const wordsOf = (q: string): string[] =>
  (q.normalize('NFC').toLowerCase().match(runs) ?? []).slice(0, wordsMax)

/** The search as the audit of misses and links write it: its words with one space between them. */
export const normalised = (q: string) => wordsOf(q).join(' ')

/** Consecutive words, with their position. */
export interface Span {
  at: number
  length: number
  /** The words with spaces between them. */
  text: string
  /** The words as one. */
  joined: string
}

/** Every one to `longest` consecutive words. */
export const spansOf = (words: readonly string[], longest: number): Span[] =>
  words.flatMap((_, at) =>
    Array.from({ length: Math.min(longest, words.length - at) }, (__, more) => {
      const part = words.slice(at, at + more + 1)
      return { at, length: part.length, text: part.join(' '), joined: part.join('') }
    }),
  )

/** Fewer letters or digits begin words of the name; no index finds them elsewhere. */
export const longWord = 3

export const isShort = (word: string) => word.length < longWord

export const hasDigit = (word: string) => /\p{Nd}/u.test(word)

/** Words that every part of a shop for cars may have beside its name, and words of a wish for one. */
const fillers = new Set(
  (
    'car cars auto autos automobile automotive vehicle vehicles part parts spare spares replacement ' +
    'new genuine original oem buy need want'
  ).split(' '),
)

export const isFiller = (word: string) => fillers.has(word)

/** A number with its unit, which names write with or without a space: `12v`. */
const measure = /^(?:\p{Nd}+\p{L}+|\p{L}+\p{Nd}+)$/u

/** The number and the letters of a word such as `12v`. */
export const measureParts = (word: string): string[] =>
  measure.test(word) ? (word.match(/\p{Nd}+|\p{L}+/gu) ?? []) : []
