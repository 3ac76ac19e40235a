import { useQuery } from '@tanstack/react-query'
import type { products } from '#contract/products/products.ts'
import type { reviews } from '#contract/reviews.ts'
import { paths } from '#contract/shared/paths.ts'
import { offer } from '#web/content/home.ts'
import { read } from '#web/lib/api/api.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { HomeView } from './home-page.tsx'
import { preload } from '../../lib/router/preload.ts'

const productsShown = 6
const reviewsShown = 12

type Products = typeof products.list
type Reviews = typeof reviews.list

const anonymous = { anonymous: true }
const firstProducts = read<Products>(paths.products, { query: { limit: productsShown } }, anonymous)
const offeredProduct = read<Products>(
  paths.products,
  { query: { q: offer.title, limit: 1 } },
  anonymous,
)
const latestReviews = read<Reviews>(paths.reviews, {
  query: { limit: reviewsShown, by: 'confirmed' },
})

export const homeReads = preload(firstProducts, offeredProduct, latestReviews)

export function HomePage() {
  const [offered] = useQuery(offeredProduct).data ?? []
  return (
    <HomeView
      products={useQuery(firstProducts)}
      reviews={useQuery(latestReviews)}
      offerHref={
        offered
          ? pathTo.order(offered._id)
          : `${pathTo.catalogue}?q=${encodeURIComponent(offer.title)}`
      }
    />
  )
}
