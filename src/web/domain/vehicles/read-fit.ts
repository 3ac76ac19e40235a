import { queryOptions } from '@tanstack/react-query'
import type { Fit } from '#contract/vehicles/fit.ts'
import type { fitments } from '#contract/vehicles/fitments.ts'
import { vehicleAddresses } from '#contract/vehicles/vehicle-addresses.ts'
import { call, keyOf } from '#web/lib/api/api.ts'
import type { ChosenCar } from './chosen-car.ts'

/** As many as the endpoint accepts; its own constant comes with schemas. */
const productsMax = 48

interface Batch {
  products: string[]
  answer: Promise<Fit[]>
}

/** The batches that are still to be sent, by car. */
const waiting = new Map<string, Batch>()

/** Whether a product fits a car. The reads that a page begins at the same time are one call. */
export const readFit = ({ vehicle, engine = '' }: ChosenCar, product: string) =>
  queryOptions({
    queryKey: [...keyOf(vehicleAddresses.verdicts), vehicle, engine, product],
    queryFn: () => askWithOthers(vehicle, engine, product),
    meta: { url: vehicleAddresses.verdicts.path, access: 'public', anonymous: true },
  })

async function askWithOthers(vehicle: string, engine: string, product: string): Promise<Fit> {
  const car = `${vehicle} ${engine}`
  const { products, answer } = waiting.get(car) ?? startBatch(car, vehicle, engine)
  const index = products.push(product) - 1
  if (products.length === productsMax) waiting.delete(car)
  const fit = (await answer)[index]
  if (!fit) throw new Error('The answer has fewer verdicts than the question has products')
  return fit
}

function startBatch(car: string, vehicle: string, engine: string): Batch {
  const products: string[] = []
  // Until the next task, in which all parts of the page are mounted.
  const answer = new Promise((resolve) => setTimeout(resolve)).then(() => {
    if (waiting.get(car) === batch) waiting.delete(car)
    return call<typeof fitments.verdicts>(vehicleAddresses.verdicts, {
      query: { vehicle, ...(engine && { engine }), products: products.join() },
    })
  })
  const batch = { products, answer }
  waiting.set(car, batch)
  return batch
}
