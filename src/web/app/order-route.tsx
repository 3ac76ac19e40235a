import type { Product } from '#contract/products/products.ts'
import { waitingPart } from '#web/features/accounts/login-state.ts'
import { OrderPage } from '#web/features/orders/place/order-page.tsx'
import { RelatedParts } from '#web/features/products/catalogue/related-parts.tsx'
import { ProductReviews } from '#web/features/reviews/product-reviews.tsx'
import { readPart } from './guards/part-without-script.tsx'

const belowPart = (product: Product) => (
  <>
    <ProductReviews key={product._id} product={product} />
    <RelatedParts product={product} />
  </>
)

export const OrderRoute = () => <OrderPage below={belowPart} />

/** The read of the part at the URL of an order page. */
export function readsOf({ pathname }: URL) {
  const id = waitingPart(pathname)
  return id === undefined ? [] : [readPart(id)]
}
