import { chargeMin, quantityMin } from '#contract/shared/quantity.ts'
import { sqlText } from '../../db/sql-text.ts'

/** SQL of the rules of a row of `products`, as `src/contract/shared/quantity.ts` has them. */
export const minimumOrder = `coalesce(minimum_order, ${quantityMin})`
export const packSize = 'coalesce(pack_size, 1)'

const fewestUnits = `greatest(${minimumOrder}, (price_cents + ${chargeMin - 1}) / price_cents)`

/** The smallest quantity that can be ordered: the minimum, or what a card can pay, rounded up to whole packs. */
export const smallestOrder = sqlText`
  ((${fewestUnits}
    + ${packSize} - 1) / ${packSize} * ${packSize})`

/** The condition that the stock covers the smallest order. */
export const coversSmallestOrder = `quantity >= ${smallestOrder}`

/** The condition that a product is sold in this quantity. */
export const isSoldIn = (units: string) => sqlText`
  ${units}::int >= ${smallestOrder}
  and ${units}::int % ${packSize} = 0`
