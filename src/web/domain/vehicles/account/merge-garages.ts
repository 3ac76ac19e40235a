import { carsMax, type GarageCar } from '#contract/garage-car.ts'
import type { Garage } from '../garage.ts'
import { newCarId } from '../new-car-id.ts'

interface Garages {
  /** The cars of this browser and of the account when they were the same last. */
  base: readonly GarageCar[]
  browser: Garage
  account: readonly GarageCar[]
}

/**
 * The cars of the account with what has changed in this browser since both were the same; null if there is no room for all.
 * A car that another device has deleted stays deleted. The chosen car stays that of the browser.
 */
export function mergeGarages({ base, browser, account }: Garages): Garage | null {
  const former = new Map(base.map((car) => [car.id, car]))
  const now = new Map(browser.cars.map((car) => [car.id, car]))
  const changed = account.flatMap((car) => {
    const own = now.get(car.id)
    const before = former.get(car.id)
    if (before && !own) return []
    return own && before && !isSame(own, before) ? [own] : [car]
  })
  const added = browser.cars.filter(({ id }) => !former.has(id))
  const { cars, idOf } = withAdded(changed, added)
  if (cars.length > carsMax) return null
  // A browser without a car begins with one.
  if (browser.cars.length === 0) return { cars, chosen: cars[0]?.id ?? null }
  const wanted = idOf.get(browser.chosen) ?? browser.chosen
  return { cars, chosen: cars.find(({ id }) => id === wanted)?.id ?? null }
}

/** Adds cars before the others. The same car under the same name is one. */
function withAdded(cars: readonly GarageCar[], added: readonly GarageCar[]) {
  const idOf = new Map<number | null, number>()
  const fresh: GarageCar[] = []
  const engines = new Map<number, string | undefined>()
  for (const car of added) {
    const twin = cars.find((other) => nameOfKey(other) === nameOfKey(car))
    const isTaken = cars.some(({ id }) => id === car.id)
    const id = twin?.id ?? (isTaken ? newCarId() : car.id)
    idOf.set(car.id, id)
    if (twin) engines.set(id, car.engine)
    else fresh.push({ ...car, id })
  }
  const known = cars.map((car) => {
    const engine = car.engine || engines.get(car.id)
    return engine && engine !== car.engine ? { ...car, engine } : car
  })
  return { cars: [...fresh, ...known], idOf }
}

const nameOfKey = ({ vehicle, ownName = '' }: GarageCar) => `${vehicle} ${ownName}`

const factsOf = ({ id, vehicle, make, model, engine = '', ownName = '' }: GarageCar) =>
  JSON.stringify([id, vehicle, make, model, engine, ownName])

const isSame = (one: GarageCar, other: GarageCar) => factsOf(one) === factsOf(other)

export const areSame = (some: readonly GarageCar[], others: readonly GarageCar[]) =>
  some.map(factsOf).join() === others.map(factsOf).join()
