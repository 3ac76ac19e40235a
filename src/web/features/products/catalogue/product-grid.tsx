import type { ChosenCar } from '#web/domain/vehicles/chosen-car.ts'
import { type CardProduct, ProductCard, ProductCardSkeleton } from './product-card.tsx'

type ProductGridProps = {
  products: readonly CardProduct[]
  /** In place of the chosen car. */
  car?: ChosenCar | undefined
}

export function ProductGrid({ products, car }: ProductGridProps) {
  return (
    <ul className="product-grid">
      {products.map((product) => (
        <li key={product._id}>
          <ProductCard product={product} car={car} />
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
