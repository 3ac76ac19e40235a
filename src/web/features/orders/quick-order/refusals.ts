import { dollars } from '#contract/formats/formatting.ts'
import type { QuickRow } from '#contract/quick-order.ts'
import { isProblem, NetworkError, sentenceFor } from '#web/lib/http/problems.ts'
import { changedSums } from '../refusals/changed-prices.ts'
import type { Orderable } from './quick-list.ts'

/** Parts that a sentence names; each row names its own problem too. */
const namedMax = 5

/** Why one order of all rows was not placed. `short` are the rows whose stock no longer suffices. */
export function orderRefusal(
  error: unknown,
  { short, seen }: { short: readonly QuickRow[]; seen: Parameters<typeof changedSums>[1] },
): string {
  if (isProblem(error, 'insufficient-stock')) {
    if (short.length === 0) return 'Nothing was ordered: the stock was changing. Try again.'
    const named = short
      .slice(0, namedMax)
      .map(({ part, product }) => `${product?.name ?? part}: ${product?.quantity ?? 0} left`)
    const others = short.length - named.length
    const these = short.length === 1 ? 'this line' : 'these lines'
    return `Nothing was ordered. ${named.join(', ')}${others > 0 ? ` and ${others} more` : ''}. Correct ${these} and place the order again.`
  }
  if (isProblem(error, 'price-changed')) {
    return `Nothing was ordered: prices have changed. ${changedSums(error.problem, seen)} Place the order again to accept it.`
  }
  if (isProblem(error, 'not-found', 'invalid')) {
    return 'Nothing was ordered: parts of the list have changed. Correct the lines below and place the order again.'
  }
  if (error instanceof NetworkError) {
    return `${error.message} If the order went through, it is in My Order. Trying again won’t order twice.`
  }
  return sentenceFor(error)
}

/** Why a row was not placed as its own order. */
export function rowRefusal(error: unknown, { quantity, total }: Orderable): string {
  if (isProblem(error, 'insufficient-stock')) {
    return `Someone else was faster: only ${error.problem.available ?? 0} in stock`
  }
  if (isProblem(error, 'price-changed')) {
    return `The price has changed: ${quantity} units cost ${dollars(total)} before and now cost ${dollars(error.problem.currentTotal ?? 0)}. Check the list again to accept it`
  }
  if (isProblem(error, 'key-reused')) {
    return 'An earlier attempt went through: the order is in My Order at its earlier price'
  }
  if (isProblem(error, 'not-found')) return 'This part is no longer sold'
  if (error instanceof NetworkError) return `${error.message} Trying again won’t order twice.`
  return sentenceFor(error)
}

/** Errors that would fail all following rows too. */
export const stopsOrdering = (error: unknown) =>
  error instanceof NetworkError ||
  isProblem(
    error,
    'too-many',
    'too-many-unpaid',
    'too-many-products',
    'unavailable',
    'unauthenticated',
  )
