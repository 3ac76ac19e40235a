import { readVehicleKey } from '#contract/vehicles/vehicle-key.ts'

/** A car of a visitor, with neither VIN nor number plate. */
export interface GarageCar {
  /** Two cars may be of the same model and year. */
  id: number
  /** `volkswagen/golf/2014`. */
  vehicle: string
  /** Names as the shop shows them. */
  make: string
  model: string
  /** `2.5l-petrol` or `other`; absent or empty if nobody has said. */
  engine?: string
  /** The visitor's own name of it, which never leaves the browser. */
  ownName?: string
}

export interface Garage {
  cars: readonly GarageCar[]
  /** The id of the chosen car. */
  chosen: number | null
}

export const carsMax = 20
export const ownNameMax = 40

const key = 'garage'
const version = 1
const empty: Garage = { cars: [], chosen: null }
const listeners = new Set<() => void>()

/** Lasts as long as the page, where the browser blocks storage or has no room left. */
let unstored: string | undefined

let snapshot: { text: string | null; garage: Garage } = { text: null, garage: empty }

/** The cars in this browser; the same object until they change. */
export function readGarage(): Garage {
  const text = unstored ?? storedText()
  if (text !== snapshot.text) snapshot = { text, garage: garageIn(text) }
  return snapshot.garage
}

/** On the server, and while the page is hydrated. */
export const noGarage = () => empty

/** Changes the garage as it is now, so that changes by another tab stay. */
export function changeGarage(change: (garage: Garage) => Garage) {
  const text = JSON.stringify({ version, ...change(readGarage()) })
  try {
    localStorage.setItem(key, text)
    unstored = undefined
  } catch {
    unstored = text
  }
  for (const listener of listeners) listener()
}

/** Subscribes to changes by this tab and by others. */
export function onGarageChange(listener: () => void): () => void {
  const handle = (event: StorageEvent) => {
    if (event.key !== key && event.key !== null) return
    unstored = undefined
    listener()
  }
  listeners.add(listener)
  addEventListener('storage', handle)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', handle)
  }
}

function storedText() {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Storage is written by other versions too, and by hand. */
function garageIn(text: string | null): Garage {
  if (text === null) return empty
  try {
    const stored: unknown = JSON.parse(text)
    if (!isRecord(stored) || stored['version'] !== version) return empty
    const { cars: listed, chosen } = stored
    const cars = Array.isArray(listed) ? listed.filter(isCar).slice(0, carsMax) : []
    return { cars, chosen: cars.find(({ id }) => id === chosen)?.id ?? null }
  } catch {
    return empty
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

function isCar(car: unknown): car is GarageCar {
  if (!isRecord(car)) return false
  const { id, vehicle, make, model, engine = '', ownName = '' } = car
  return (
    Number.isSafeInteger(id) &&
    [vehicle, make, model, engine, ownName].every((text) => typeof text === 'string') &&
    readVehicleKey(String(vehicle)) !== null
  )
}
