import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { type Product, products } from '#contract/products/products.ts'
import { kindKeys, productKinds } from '#contract/shared/product-kinds.ts'
import { read } from '#web/lib/api/api.ts'
import { Link } from '#web/lib/router/link.tsx'
import { addressOf, defaultParams } from './catalogue-params.ts'
import { ProductGrid } from './product-grid.tsx'

type RelatedPartsProps = { product: Pick<Product, '_id' | 'kind'> }

/** Parts like the one shown; nothing if there are none, or while they load: it is the last section. */
export function RelatedParts({ product: { _id: product, kind: key } }: RelatedPartsProps) {
  // A later version may know more kinds.
  const kind = kindKeys.find((known) => known === key)
  const { data } = useQuery(read(products.related, { query: { product } }))
  if (!data?.length) return null
  return (
    <section className="section section--tight" aria-labelledby="related-parts">
      <div className="wrap">
        <div className="section__head">
          <h2 id="related-parts">Similar parts</h2>
          {kind && (
            <Link className="text-link" to={addressOf({ ...defaultParams, kind })}>
              All in {productKinds[kind]}
              <ArrowRight />
            </Link>
          )}
        </div>
        <ProductGrid products={data} />
      </div>
    </section>
  )
}
