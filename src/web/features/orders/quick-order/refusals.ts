import { orderedOf, type QuickRow } from '#contract/quick-order.ts'
import { groupDigits } from '#contract/formats/formatting.ts'
import type { EarlierOrder, Problem } from '#contract/shared/problem-document.ts'
import { isProblem } from '#web/lib/http/problems.ts'
import { isOutcomeUnknown } from '../attempts/place-once.ts'
import { ofPart, ofParts, refusalSentence } from '../attempts/refusal-sentence.ts'
import type { Orderable } from './quick-list.ts'

/** Parts that a sentence names; each row names its own problem too. */
const namedMax = 5

/** What the page showed of an order of so many parts, or of an order for each. */
export type SeenOrder = Parameters<typeof ofParts>[0] & { parts: number; isSeparate?: boolean }

export interface Refusal {
  sentence: string
  /** The refusal of a reservation that the account can do something about. */
  isLimited?: boolean
  /** Whether parts are ordered again. */
  question?: Question | undefined
}

interface Question {
  /** Orders that have these parts already. */
  orders: readonly EarlierOrder[]
  /** What the buyer can do nevertheless. */
  action: string
  /** Whether that is an order for each part. */
  isSeparate: boolean
}

/** The parts of a list that were ordered. A shop of the previous version names none, and means all. */
const orderedParts = ({ lines }: Problem, { parts }: SeenOrder) => lines?.length ?? parts

/** What the buyer is asked if other orders have parts of the list. */
export function questionOf(error: unknown, seen: SeenOrder): Question | undefined {
  if (!isProblem(error, 'ordered-meanwhile')) return undefined
  const { orders = [] } = error.problem
  const { parts, isSeparate = false } = seen
  const isWhole = orderedParts(error.problem, seen) === parts
  const asOne = isWhole ? 'Order again' : `Order all ${parts} parts`
  return { orders, action: isSeparate ? `Place ${parts} orders` : asOne, isSeparate }
}

/** Why one order of all rows was not placed. `short` are the rows whose stock no longer suffices. */
export const orderRefusal = (
  error: unknown,
  { short, seen }: { short: readonly QuickRow[]; seen: SeenOrder },
) =>
  refusalSentence(error, {
    ...ofParts(seen),
    'insufficient-stock': () => shortStock(short),
    'ordered-meanwhile': (problem) =>
      `${orderedOf(orderedParts(problem, seen), seen.parts)} ordered a moment ago by your account, here or on another device.`,
    'not-found': () => rowsChanged,
    invalid: () => rowsChanged,
  })

const rowsChanged =
  'Nothing was ordered: parts of the list have changed. Correct the lines below and place the order again.'

function shortStock(short: readonly QuickRow[]): string {
  if (short.length === 0) return 'Nothing was ordered: the stock was changing. Try again.'
  const named = short
    .slice(0, namedMax)
    .map(
      ({ part, product }) =>
        `${product?.name ?? part}: ${groupDigits(product?.quantity ?? 0)} left`,
    )
  const others = short.length - named.length
  const these = short.length === 1 ? 'this line' : 'these lines'
  return `Nothing was ordered. ${named.join(', ')}${others > 0 ? ` and ${others} more` : ''}. Correct ${these} and place the order again.`
}

/** Why a row was not placed as its own order. */
export const rowRefusal = (error: unknown, row: Orderable) =>
  refusalSentence(error, ofPart(row, 'Check the list again'))

/** Errors that would fail all following rows too. */
export const stopsOrdering = (error: unknown) =>
  isProblem(error, 'too-many', 'too-many-unpaid', 'too-many-products', 'unauthenticated') ||
  isOutcomeUnknown(error)
