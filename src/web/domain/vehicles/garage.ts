import { otherEngine, readEngineKey } from '#contract/vehicles/engines.ts'
import { carsMax, type GarageCar, ownNameMax, shopNameMax } from '#contract/garage-car.ts'
import { readVehicleKey } from '#contract/vehicles/vehicle-key.ts'

export interface Garage {
  cars: readonly GarageCar[]
  /** The id of the chosen car. */
  chosen: number | null
}

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
    const cars = carsIn(stored['cars'])
    return { cars, chosen: cars.find(({ id }) => id === stored['chosen'])?.id ?? null }
  } catch {
    return empty
  }
}

/** The cars of a stored list, without those that are damaged. */
export const carsIn = (listed: unknown): readonly GarageCar[] =>
  Array.isArray(listed) ? listed.flatMap(carIn).slice(0, carsMax) : []

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

function carIn(car: unknown): GarageCar[] {
  if (!isRecord(car)) return []
  const { id, vehicle, make, model, engine, ownName } = car
  if (!Number.isSafeInteger(id) || Number(id) < 1) return []
  if (typeof vehicle !== 'string' || readVehicleKey(vehicle) === null) return []
  if (!isName(make, shopNameMax) || !isName(model, shopNameMax)) return []
  const isOwn = isName(ownName, ownNameMax)
  const known = { ...(isEngine(engine) && { engine }), ...(isOwn && { ownName }) }
  return [{ id: Number(id), vehicle, make, model, ...known }]
}

const isName = (name: unknown, lengthMax: number): name is string =>
  typeof name === 'string' && name.trim() !== '' && name.length <= lengthMax

/** An order with an engine that is none would be refused. */
const isEngine = (key: unknown): key is string =>
  typeof key === 'string' && (key === otherEngine || readEngineKey(key) !== null)
