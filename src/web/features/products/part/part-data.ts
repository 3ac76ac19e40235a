import type { Product, ProductPage } from '#contract/products.ts'
import type { ShownFitment } from '#contract/vehicles/fitments.ts'
import type { Thing } from '#web/domain/structured-data.ts'
import { offeredProduct } from '../catalogue/product-list-data.ts'

/** Search engines read the first; the table has all. */
const carsMax = 20

/** A part with its offer, rating, number and the cars that it fits, for search engines. */
export const partData = (
  origin: string,
  product: Product,
  { fitments }: Pick<ProductPage, 'fitments'>,
): Thing => ({
  ...offeredProduct(origin, product),
  sku: product.partNumber ?? product._id,
  url: `${origin}/part/${product._id}`,
  ...(fitments.length > 0 && { isAccessoryOrSparePartFor: carsOf(fitments) }),
})

function carsOf(fitments: readonly ShownFitment[]) {
  const cars = new Map(
    fitments.map((row) => [`${row.make}/${row.model}/${row.yearFrom}/${row.yearTo}`, row]),
  )
  return [...cars.values()].slice(0, carsMax).map(({ makeName, modelName, yearFrom, yearTo }) => ({
    '@type': 'Car',
    name: `${makeName} ${modelName}`,
    brand: { '@type': 'Brand', name: makeName },
    model: modelName,
    vehicleModelDate: yearFrom === yearTo ? String(yearFrom) : `${yearFrom}/${yearTo}`,
  }))
}
