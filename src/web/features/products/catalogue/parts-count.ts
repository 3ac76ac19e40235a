import { pageMax, type ProductsFound } from '#contract/products.ts'
import { groupDigits } from '#web/lib/format/format.ts'
import { cardsPerPage, type ShownParts } from './shown-parts.ts'

type Counted = Pick<ProductsFound, 'count' | 'isCapped'>

/** Which parts are shown, of how many. */
export function partsSentence({ q, page }: ShownParts, rows: number, found: Counted) {
  const { count, isCapped } = found
  const all = isCapped ? `more than ${groupDigits(count)}` : groupDigits(count)
  const first = (page - 1) * cardsPerPage + 1
  const isWhole = page === 1 && !isCapped && rows === count
  const range =
    isWhole || rows === 0 ? '' : `${groupDigits(first)}–${groupDigits(first + rows - 1)} of `
  const noun = count === 1 && !isCapped ? 'part' : 'parts'
  return `${range}${all} ${noun}${q && ` for “${q}”`}`
}

/** How many pages can be gone to; of a list too long to count, one more as long as they are full. */
export function pagesOf({ page }: ShownParts, rows: number, found: Counted | undefined) {
  const ahead = rows === cardsPerPage ? page + 1 : page
  const counted = found && Math.ceil(found.count / cardsPerPage)
  if (counted === undefined) return Math.min(ahead, pageMax)
  return Math.min(found?.isCapped ? Math.max(counted, ahead) : Math.max(counted, 1), pageMax)
}
