import { carsMax, type GarageCar, ownNameMax } from '#contract/garage-car.ts'
import { changeGarage, type Garage } from './garage.ts'
import { newCarId } from './new-car-id.ts'

type NewCar = Pick<GarageCar, 'vehicle' | 'make' | 'model'>

/** Chooses a car of the garage. */
export const choose = (id: number) => changeGarage((garage) => ({ ...garage, chosen: id }))

/** Chooses none of the cars, which stay in the garage. */
export const chooseNone = () => changeGarage((garage) => ({ ...garage, chosen: null }))

/** Adds a car and chooses it. One of the same model and year without a name of its own is chosen instead. */
export const addCar = (car: NewCar) => changeGarage((garage) => withCar(garage, car))

function withCar({ cars, chosen }: Garage, { vehicle, make, model }: NewCar): Garage {
  const same = cars.find((one) => one.vehicle === vehicle && !one.ownName)
  if (same) return { cars, chosen: same.id }
  if (cars.length >= carsMax) return { cars, chosen }
  const id = newCarId()
  return { cars: [{ id, vehicle, make, model }, ...cars], chosen: id }
}

/** Keeps the answer to which engine the chosen car has. */
export const keepEngine = (engine: string) =>
  changeGarage((garage) => withChange(garage, garage.chosen, { engine }))

export const forgetEngine = (id: number) =>
  changeGarage((garage) => withChange(garage, id, { engine: '' }))

/** Gives a car a name of the visitor's own; an empty one removes it. */
export const renameCar = (id: number, name: string) =>
  changeGarage((garage) => withChange(garage, id, { ownName: name.trim().slice(0, ownNameMax) }))

export const deleteCar = (id: number) =>
  changeGarage(({ cars, chosen }) => ({
    cars: cars.filter((car) => car.id !== id),
    chosen: chosen === id ? null : chosen,
  }))

export const deleteAllCars = () => changeGarage(() => ({ cars: [], chosen: null }))

/** Puts deleted cars back, without those that were added meanwhile under the same ids. */
export const restoreCars = (deleted: Garage) =>
  changeGarage(({ cars, chosen }) => ({
    cars: [...cars, ...deleted.cars.filter(({ id }) => cars.every((car) => car.id !== id))].slice(
      0,
      carsMax,
    ),
    chosen: chosen ?? deleted.chosen,
  }))

const withChange = (garage: Garage, id: number | null, change: Partial<GarageCar>): Garage => ({
  ...garage,
  cars: garage.cars.map((car) => (car.id === id ? { ...car, ...change } : car)),
})
