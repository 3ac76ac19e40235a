import type { GarageCar } from '#contract/garage-car.ts'
import { carsIn } from '../garage.ts'

const key = 'garage-on-account'

/** The cars of the account as this browser had them last; null if it knows of none. */
export function keptCars(): readonly GarageCar[] | null {
  try {
    const text = localStorage.getItem(key)
    return text === null ? null : carsIn(JSON.parse(text))
  } catch {
    return null
  }
}

/** Stores what browser and account have in common; null if the account keeps no cars. */
export function storeKeptCars(cars: readonly GarageCar[] | null) {
  try {
    if (cars) localStorage.setItem(key, JSON.stringify(cars))
    else localStorage.removeItem(key)
  } catch {
    // Storage is blocked: the next page merges without it, and deleted cars come back.
  }
}
