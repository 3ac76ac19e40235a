import type { Product } from '#contract/products.ts'
import { OrderPage } from '#web/features/orders/place/order-page.tsx'
import { RelatedParts } from '#web/features/products/catalogue/related-parts.tsx'
import { ProductReviews } from '#web/features/reviews/product-reviews.tsx'

const belowPart = (product: Product) => (
  <>
    <ProductReviews key={product._id} product={product} />
    <RelatedParts product={product} />
  </>
)

export const OrderRoute = () => <OrderPage below={belowPart} />
