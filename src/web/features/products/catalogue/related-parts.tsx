import { useQuery } from '@tanstack/react-query'
import { products } from '#contract/products.ts'
import { read } from '#web/lib/api/api.ts'
import { ProductGrid } from './product-grid.tsx'

/** Parts like the one shown; nothing if there are none, or while they load: it is the last section. */
export function RelatedParts({ product }: { product: string }) {
  const { data } = useQuery(read(products.related, { query: { product } }))
  if (!data?.length) return null
  return (
    <section className="section section--tight" aria-labelledby="related-parts">
      <div className="wrap">
        <div className="section__head">
          <h2 id="related-parts">Similar parts</h2>
        </div>
        <ProductGrid products={data} />
      </div>
    </section>
  )
}
