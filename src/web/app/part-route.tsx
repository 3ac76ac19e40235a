import '../part.css'
import type { Product } from '#contract/products/products.ts'
import { products } from '#contract/products/products.ts'
import { reviews } from '#contract/reviews.ts'
import { Id } from '#contract/shared/fields.ts'
import { PartPage, readPart, showsAll } from '#web/features/products/part/part-page.tsx'
import { RelatedParts } from '#web/features/products/catalogue/related-parts.tsx'
import { ProductReviews } from '#web/features/reviews/product-reviews.tsx'
import { read, readPages } from '#web/lib/api/api.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import type { Page } from '#web/lib/router/routes.ts'

const belowPart = (product: Product) => (
  <>
    <ProductReviews key={product._id} product={product} />
    <RelatedParts product={product} />
  </>
)

const PartRoute = () => <PartPage below={belowPart} />

const readAt = (id: string, { searchParams }: URL) => readPart(id, showsAll(searchParams))

/** Undefined for what no part can have, which is not asked for. */
function idIn({ pathname }: URL) {
  const id = Id.safeParse(pathname.split('/')[2])
  return id.success ? id.data : undefined
}

export const partRoute: Page = {
  Component: PartRoute,
  sheet: 'part-pages',
  reads: async (client, url) => {
    const product = idIn(url)
    if (product === undefined) return
    await Promise.all([
      client.prefetchQuery(readAt(product, url)),
      client.prefetchQuery(read(products.related, { query: { product } })),
      client.prefetchInfiniteQuery(readPages(reviews.list, product)),
    ])
  },
  outcome: (client, url) => {
    const id = idIn(url)
    if (id === undefined) return { status: 404 }
    const page = client.getQueryData(readAt(id, url).queryKey)
    if (!page?.withdrawn) return undefined
    return page.replacedBy
      ? { status: 301, location: pathTo.part(page.replacedBy._id) }
      : { status: 410 }
  },
}
