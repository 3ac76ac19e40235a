/** The model years that a fitment may name. */
export const modelYears = { min: 1886, max: 2100 } as const

const keyPattern = /^([a-z0-9]+(?:-[a-z0-9]+)*)\/([a-z0-9]+(?:-[a-z0-9]+)*)\/(\d{4})$/

/** The name of a make or model as part of an address. */
export const slugOf = (name: string) =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')

/** The letters and digits of a name, to compare: `F150`, `f 150` and `F-150` are one. */
export const nameKey = (name: string) => slugOf(name).replaceAll('-', '')

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

/** `2014 Volkswagen Golf`, of the names of make and model. */
export const carText = ({ make, model, year }: VehicleKey) => `${year} ${make} ${model}`
