/**
 * How many letters differ: one for a wrong, missing or additional letter, or two letters in the wrong order
 * (the restricted distance of Damerau and Levenshtein).
 */
export function lettersApart(one: string, other: string): number {
  const [a, b] = [Array.from(one), Array.from(other)]
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (const [row, letter] of a.entries()) {
    const line = [row + 1]
    for (const [column, expected] of b.entries()) {
      const isSame = letter === expected
      const steps = [
        Number(last[column]) + (isSame ? 0 : 1),
        Number(last[column + 1]) + 1,
        Number(line[column]) + 1,
      ]
      const isSwapped = row > 0 && column > 0 && letter === b[column - 1] && a[row - 1] === expected
      if (isSwapped) steps.push(Number(beforeLast[column - 1]) + 1)
      line.push(Math.min(...steps))
    }
    beforeLast = last
    last = line
  }
  return Number(last[b.length])
}

/** A word of the vocabulary beside a typed one that it may be meant by. */
export interface Candidate {
  typed: string
  typedStem: string
  word: string
  stem: string
  /** How the catalogue writes it: `spark plug` for `sparkplug`. */
  spelled: string
  soundsAlike: boolean
}

export interface Correction {
  spelled: string
  /** The smaller, the likelier; of equally likely ones the one with fewer other letters. */
  apart: number
  letters: number
}

const shortestCorrected = 4

/** Shorter stems of different words are too much alike. */
const shortestStem = 5

/** From this length on two letters may differ; in a shorter word only if it sounds alike and is not very short. */
const longEnoughForTwo = 7
const longEnoughForSound = 5

/** In a shorter word the first letter is right. */
const longEnoughForAnotherStart = 6

/** The word that a typed one may be meant to be; undefined if they are different words. */
export function correctionOf(candidate: Candidate): Correction | undefined {
  const { typed, typedStem, word, stem, spelled, soundsAlike } = candidate
  if (typed.length < shortestCorrected || word.length < shortestCorrected - 1) return undefined
  const areStemsLong = Math.min(typedStem.length, stem.length) >= shortestStem
  const apart = Math.min(
    lettersApart(typed, word),
    areStemsLong ? lettersApart(typedStem, stem) : Infinity,
  )
  const isSameStart = typed[0] === word[0]
  const isSoundEnough = soundsAlike && Math.min(typed.length, word.length) >= longEnoughForSound
  const allowed = typed.length >= longEnoughForTwo || isSoundEnough ? 2 : 1
  const allowedAtAnotherStart = typed.length >= longEnoughForAnotherStart ? 1 : 0
  if (apart > (isSameStart || soundsAlike ? allowed : allowedAtAnotherStart)) return undefined
  const isOneWord = spelled === word
  return {
    spelled,
    apart: apart - (soundsAlike ? 0.5 : 0) + (isSameStart ? 0 : 0.25) + (isOneWord ? 0 : 0.125),
    letters: lettersApart(typed, word),
  }
}
