import type { QuickRow } from '#contract/quick-order.ts'
import { groupDigits } from '#contract/formats/formatting.ts'
import { isProblem } from '#web/lib/http/problems.ts'
import { isOutcomeUnknown } from '../attempts/place-once.ts'
import { ofPart, ofParts, refusalSentence } from '../attempts/refusal-sentence.ts'
import type { Orderable } from './quick-list.ts'

/** Parts that a sentence names; each row names its own problem too. */
const namedMax = 5

/** Why one order of all rows was not placed. `short` are the rows whose stock no longer suffices. */
export const orderRefusal = (
  error: unknown,
  { short, seen }: { short: readonly QuickRow[]; seen: Parameters<typeof ofParts>[0] },
) =>
  refusalSentence(error, {
    ...ofParts(seen),
    'insufficient-stock': () => shortStock(short),
    'ordered-meanwhile': () =>
      'Your account ordered exactly these parts a moment ago, here or on another device.',
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
