import { useSyncExternalStore } from 'react'
import type { GarageCar } from '#contract/garage-car.ts'
import { carText, readVehicleKey } from '#contract/vehicles/vehicle-key.ts'
import { noGarage, onGarageChange, readGarage } from './garage.ts'

/** The car that the shop shows fits for, as calls and pages name it. */
export interface ChosenCar {
  /** `volkswagen/golf/2014`. */
  vehicle: string
  /** `2.5l-petrol` or `other`; absent if unknown. */
  engine?: string | undefined
  /** `2014 Volkswagen Golf`. */
  name: string
}

const named = new WeakMap<GarageCar, ChosenCar>()

/** The chosen car in this browser; the same object until another one is chosen. */
export function chosenCar(): ChosenCar | null {
  const { cars, chosen } = readGarage()
  const car = cars.find(({ id }) => id === chosen)
  if (!car) return null
  const known = named.get(car)
  if (known) return known
  const { vehicle, engine } = car
  const next = { vehicle, ...(engine && { engine }), name: nameOf(car) }
  named.set(car, next)
  return next
}

const none = () => null

/** The chosen car; null while the page is hydrated. */
export const useChosenCar = () => useSyncExternalStore(onGarageChange, chosenCar, none)

export const useGarage = () => useSyncExternalStore(onGarageChange, readGarage, noGarage)

type Named = Pick<GarageCar, 'vehicle' | 'make' | 'model'>

export const nameParts = ({ vehicle, make, model }: Named) => ({
  year: readVehicleKey(vehicle)?.year,
  make,
  model,
})

/** `2014 Volkswagen Golf`. */
export function nameOf(car: Named) {
  const { year = 0, make, model } = nameParts(car)
  return carText({ year, make, model })
}
