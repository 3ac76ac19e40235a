import { OrderPage } from '#web/features/orders/place/order-page.tsx'
import { ProductReviews } from '#web/features/reviews/product-reviews.tsx'

const reviewsOf = (product: string) => <ProductReviews key={product} product={product} />

export const OrderRoute = () => <OrderPage below={reviewsOf} />
