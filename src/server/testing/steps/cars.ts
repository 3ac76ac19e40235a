import type { Fitment } from '#contract/fitments/fitments.ts'
import type { TestShop } from '../shop.ts'
import { addFitments, addModel, fitmentFor } from '../rows/vehicle-rows.ts'

/** Steps of tests about cars. */
export const carSteps = (shop: Pick<TestShop, 'database'>) => ({
  /** A car of 2014, with its key and its name. */
  async addCar({ make = 'Volkswagen', model = 'Golf' } = {}) {
    const added = await addModel(shop, { make, model })
    return {
      model: added.id,
      vehicle: `${added.make}/${added.model}/2014`,
      name: `2014 ${make} ${model}`,
    }
  },

  /** The part fits the car, with an engine of these values. */
  fit: (product: { id: string }, { vehicle }: { vehicle: string }, values?: Partial<Fitment>) =>
    addFitments(shop, product.id, [fitmentFor(vehicle, values)]),
})
