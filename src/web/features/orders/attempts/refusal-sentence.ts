import { dollars, groupDigits, unitsText } from '#contract/formats/formatting.ts'
import type { ProblemCode } from '#contract/shared/problem.ts'
import type { Problem } from '#contract/shared/problem-document.ts'
import { ApiError, isProblem, sentenceFor } from '#web/lib/http/problems.ts'
import { changedSums } from '../changed-prices.ts'
import { isOutcomeUnknown, lostAnswerSentence, PlacedBefore } from './place-once.ts'

/** The sentence of each refusal, by its code. */
type Sentences = Readonly<Partial<Record<ProblemCode, (problem: Problem) => string>>>

/** Why an order was not placed. */
export function refusalSentence(error: unknown, sentences: Sentences): string {
  if (error instanceof PlacedBefore) return error.message
  if (error instanceof ApiError) {
    const { problem } = error
    const own = new Map(Object.entries(sentences)).get(problem.code)
    if (own) return own(problem)
  }
  if (isOutcomeUnknown(error)) return lostAnswerSentence(error)
  const [first] = isProblem(error, 'invalid') ? (error.problem.errors ?? []) : []
  return first ? `${first.message}.` : sentenceFor(error)
}

/** Why an order of one part was refused. `again` is what accepts another price. */
export const ofPart = (seen: { quantity: number; total: number }, again: string): Sentences => ({
  'insufficient-stock': ({ available = 0 }) =>
    `Someone else was faster: only ${groupDigits(available)} in stock.`,
  'price-changed': ({ currentTotal = 0 }) =>
    `The price has changed: ${unitsText(seen.quantity)} cost ${dollars(seen.total)} before and now cost ${dollars(currentTotal)}. Nothing was ordered. ${again} to accept it.`,
  'not-found': () => 'This part is no longer sold.',
})

/** Why an order of several parts was refused. */
export const ofParts = (seen: Parameters<typeof changedSums>[1]): Sentences => ({
  'insufficient-stock': () =>
    'Nothing was ordered: someone else was faster, and some parts have less stock now.',
  'price-changed': (problem) =>
    `Nothing was ordered: prices have changed. ${changedSums(problem, seen)} Place the order again to accept it.`,
  'not-found': () => 'Nothing was ordered: some parts are no longer sold.',
})
