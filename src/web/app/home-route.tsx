import { useQuery } from '@tanstack/react-query'
import { products } from '#contract/products.ts'
import { reviews } from '#contract/reviews.ts'
import { offer } from '#web/content/home.ts'
import { read } from '#web/lib/api.ts'
import { HomeView } from './home-page.tsx'
import { preload } from './preload.ts'

const productsShown = 6
const reviewsShown = 12

const anonymous = { anonymous: true }
const firstProducts = read(products.list, { query: { limit: productsShown } }, anonymous)
const offeredProduct = read(products.list, { query: { q: offer.title, limit: 1 } }, anonymous)
const latestReviews = read(reviews.list, { query: { limit: reviewsShown } })

export const loadHome = preload(firstProducts, offeredProduct, latestReviews)

export function HomePage() {
  const [offered] = useQuery(offeredProduct).data ?? []
  return (
    <HomeView
      products={useQuery(firstProducts)}
      reviews={useQuery(latestReviews)}
      offerHref={
        offered ? `/order/${offered._id}` : `/products?q=${encodeURIComponent(offer.title)}`
      }
    />
  )
}
