import type { Product, ProductPage } from '#contract/products/products.ts'
import { isGtin } from '#contract/numbers/gtin.ts'
import { partKey } from '#contract/shared/part-number.ts'
import type { ShownFitment } from '#contract/fitments/fitments.ts'
import type { Thing } from '#web/domain/structured-data.ts'
import { offeredProduct } from '../catalogue/product-list-data.ts'

/** Search engines read the first; the table has all. */
const carsMax = 20

/** A part with its offer, rating, number and the cars that it fits, for search engines. */
export const partData = (
  origin: string,
  product: Product,
  { fitments, numbers }: Pick<ProductPage, 'fitments' | 'numbers'>,
): Thing => ({
  ...offeredProduct(origin, product),
  sku: product.partNumber ?? product._id,
  url: `${origin}/part/${product._id}`,
  ...gtinOf(numbers),
  ...(fitments.length > 0 && { isAccessoryOrSparePartFor: carsOf(fitments) }),
})

/** The first barcode that search engines know as a number of products. */
function gtinOf(numbers: ProductPage['numbers']) {
  const found = numbers
    .filter(({ kind }) => kind === 'barcode')
    .map(({ number }) => partKey(number))
    .find(isGtin)
  return found === undefined ? {} : { gtin: found }
}

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
