import { suggestedMax } from '#contract/products/suggestions.ts'
import type { Suggestions } from '#contract/products/suggestions.ts'
import { kindKeys } from '#contract/shared/product-kinds.ts'
import type { Connections } from '../../db/index.ts'
import { searchProducts } from '../search/search-products.ts'
import { readProducts, withVia } from './catalogue.ts'
import { inStock } from './lists/filters.ts'

/** What a search finds while it is typed. */
export async function suggestProducts(from: Connections, q: string): Promise<Suggestions> {
  const { matches, didYouMean, via } = await searchProducts(from, q, {
    filters: [],
    inStock,
    isTyping: true,
  })
  const best = matches.slice(0, suggestedMax.products).map(({ id }) => id)
  const kinds = kindKeys
    .map((kind) => ({ kind, count: matches.filter((match) => match.kind === kind).length }))
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count)
  return {
    products: withVia(await readProducts(from.db, best), via),
    kinds: kinds.slice(0, suggestedMax.kinds),
    ...(didYouMean !== undefined && { didYouMean }),
  }
}
