import type { SuggestedProduct, Suggestions } from '#contract/products/suggestions.ts'
import { productKinds } from '#contract/shared/product-kinds.ts'
import { labelOf } from '#contract/shared/open-enum.ts'
import * as pathTo from '#web/lib/router/path-to.ts'

/** An entry of the list, with the page that it leads to. */
export type Option = { to: string } & (
  | { is: 'correction'; text: string }
  | { is: 'product'; product: SuggestedProduct }
  | { is: 'kind'; title: string; count: number }
  | { is: 'search'; text: string }
)

const nothing: Suggestions = { products: [], kinds: [] }

/** The entries for a text, in their order; the search itself is the last. Without a text there are none. */
export function optionsFor(text: string, found: Suggestions = nothing): Option[] {
  if (!text) return []
  const { didYouMean, products, kinds } = found
  return [
    ...(didYouMean ? [search('correction', didYouMean)] : []),
    ...products.map((product): Option => ({
      is: 'product',
      product,
      to: pathTo.order(product._id),
    })),
    ...kinds.map(({ kind, count }): Option => ({
      is: 'kind',
      title: labelOf(productKinds, kind),
      count,
      to: catalogueFor({ q: text, kind }),
    })),
    search('search', text),
  ]
}

const search = (is: 'correction' | 'search', text: string): Option => ({
  is,
  text,
  to: catalogueFor({ q: text }),
})

/** The address of the catalogue for a search; without a text, of the whole catalogue. */
export const catalogueFor = ({ q, ...filters }: { q: string; kind?: string }) =>
  q ? `${pathTo.catalogue}?${new URLSearchParams({ q, ...filters })}` : pathTo.catalogue
