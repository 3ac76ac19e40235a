import { queryOptions } from '@tanstack/react-query'
import type { fitments } from '#contract/fitments/fitments.ts'
import { vehiclePaths } from '#contract/vehicles/vehicle-paths.ts'
import { call, keyOf } from '#web/lib/api/api.ts'
import { askTogether } from '#web/lib/api/ask-together.ts'
import type { ChosenCar } from './chosen-car.ts'

/** As many as the endpoint accepts; its own constant comes with schemas. */
const productsMax = 48

const askForFit = askTogether(productsMax, (products, car) => {
  const [vehicle = '', engine] = car.split(' ')
  return call<typeof fitments.verdicts>(vehiclePaths.verdicts, {
    query: { vehicle, ...(engine && { engine }), products: products.join() },
  })
})

/** Whether a product fits a car. The reads that a page begins at the same time are one call. */
export const readFit = ({ vehicle, engine = '' }: ChosenCar, product: string) =>
  queryOptions({
    queryKey: [...keyOf(vehiclePaths.verdicts), vehicle, engine, product],
    queryFn: () => askForFit(product, `${vehicle} ${engine}`),
    meta: { url: vehiclePaths.verdicts.path, access: 'public', anonymous: true },
  })
