import { pageMax, type ProductCount } from '#contract/products/products.ts'
import { groupDigits } from '#contract/formats/formatting.ts'
import { cardsPerPage, type CatalogueParams } from './catalogue-params.ts'

type Counted = Pick<ProductCount, 'count' | 'isCapped'>

/** The shown range of parts and their total number. */
export function partsSentence({ q, page }: CatalogueParams, rows: number, found: Counted) {
  const { count, isCapped } = found
  const all = isCapped ? `more than ${groupDigits(count)}` : groupDigits(count)
  const first = (page - 1) * cardsPerPage + 1
  const isWhole = page === 1 && !isCapped && rows === count
  const range =
    isWhole || rows === 0 ? '' : `${groupDigits(first)}–${groupDigits(first + rows - 1)} of `
  const noun = count === 1 && !isCapped ? 'part' : 'parts'
  return `${range}${all} ${noun}${q && ` for “${q}”`}`
}

/** The number of pages. A capped count allows one more page while pages are full. */
export function pagesOf({ page }: CatalogueParams, rows: number, found: Counted | undefined) {
  const ahead = rows === cardsPerPage ? page + 1 : page
  const counted = found && Math.ceil(found.count / cardsPerPage)
  if (counted === undefined) return Math.min(ahead, pageMax)
  return Math.min(found?.isCapped ? Math.max(counted, ahead) : Math.max(counted, 1), pageMax)
}
