import { type CardProduct, ProductCard, ProductCardSkeleton } from './product-card.tsx'

export function ProductGrid({ products }: { products: readonly CardProduct[] }) {
  return (
    <ul className="product-grid">
      {products.map((product) => (
        <li key={product._id}>
          <ProductCard product={product} />
        </li>
      ))}
    </ul>
  )
}

export function ProductGridSkeleton({ cards = 6 }: { cards?: number }) {
  return (
    <ul className="product-grid" aria-hidden="true">
      {Array.from({ length: cards }, (_, card) => (
        <li key={card}>
          <ProductCardSkeleton />
        </li>
      ))}
    </ul>
  )
}
