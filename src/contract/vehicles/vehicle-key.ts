/** The model years that a fitment may name. */
export const modelYears = { min: 1886, max: 2100 } as const

/** A part of an address: lower-case words with hyphens. */
export const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

const keyPattern = /^([a-z0-9]+(?:-[a-z0-9]+)*)\/([a-z0-9]+(?:-[a-z0-9]+)*)\/(\d{4})$/

/** A car without its engine: the slugs of make and model, and the model year. */
export interface VehicleKey {
  make: string
  model: string
  year: number
}

/** `volkswagen/golf/2014` as a car, or null. */
export function readVehicleKey(text: string): VehicleKey | null {
  const [, make, model, digits] = keyPattern.exec(text) ?? []
  const year = Number(digits)
  if (!make || !model || year < modelYears.min || year > modelYears.max) return null
  return { make, model, year }
}

export const vehicleKeyOf = ({ make, model, year }: VehicleKey) => `${make}/${model}/${year}`
