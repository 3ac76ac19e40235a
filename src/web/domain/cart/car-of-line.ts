import { otherEngine, readEngineKey } from '#contract/vehicles/engines.ts'
import { readVehicleKey } from '#contract/vehicles/vehicle-key.ts'

/** The car that a line of a cart or an order is for. */
export interface CarOfLine {
  /** `volkswagen/golf/2014`. */
  vehicle: string
  engine?: string | undefined
  /** `2014 Volkswagen Golf`. */
  name: string
}

/**
 * A car as calls name it; nothing without one. Storage of the browser may be changed by hand, and no order is refused for
 * its car.
 */
export function carKeys(car: CarOfLine | null | undefined) {
  if (!car || !readVehicleKey(car.vehicle)) return {}
  const { vehicle, engine } = car
  return { vehicle, ...(engine && isEngine(engine) && { engine }) }
}

const isEngine = (key: string) => key === otherEngine || readEngineKey(key) !== null
