import { decimal } from '#contract/formats/formatting.ts'
import type { ListedProduct } from '#contract/products/products.ts'
import { isBelowMinimumOrder, smallestOrder } from '#contract/shared/quantity.ts'
import type { Thing } from '#web/domain/structured-data.ts'

/** The products of a list as offers, for search engines. */
export const productList = (origin: string, products: readonly ListedProduct[]): Thing => ({
  '@type': 'ItemList',
  itemListElement: products.map((product, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    item: offeredProduct(origin, product),
  })),
})

/** A product with its offer and rating. */
export const offeredProduct = (origin: string, product: ListedProduct): Thing => ({
  '@type': 'Product',
  name: product.name,
  description: product.description,
  image: new URL(product.img, origin).href,
  ...(product.partNumber && { sku: product.partNumber, mpn: product.partNumber }),
  ...(product.brand && { brand: { '@type': 'Brand', name: product.brand } }),
  ...(product.rating && {
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: product.rating,
      reviewCount: product.ratings,
    },
  }),
  offers: {
    '@type': 'Offer',
    url: `${origin}/part/${product._id}`,
    price: decimal(product.price),
    priceCurrency: 'USD',
    availability: `https://schema.org/${isBelowMinimumOrder(product) ? 'OutOfStock' : 'InStock'}`,
    eligibleQuantity: { '@type': 'QuantitativeValue', minValue: smallestOrder(product) },
    seller: { '@id': `${origin}/#organization` },
  },
})
