import type { ClientBase } from 'pg'
import { engineText, readEngineKey } from '#contract/vehicles/engines.ts'
import type { Verdict } from '#contract/fitments/fit.ts'
import { carOf } from './cars.ts'
import { fitsOf } from './fits.ts'

interface Line {
  product: string
  /** The keys of its car, and of the engine. */
  vehicle?: string | null | undefined
  engine?: string | null | undefined
}

/** The car of a line, for people, and whether the part fits it. */
export interface FitOfLine {
  name: string
  verdict: Verdict
}

type Found = FitOfLine | undefined

/** The column of an order's line takes as much. */
const nameMax = 120

/**
 * The car of each line, with the verdict of this moment; undefined for a line without a car, or with one that the shop does
 * not know. Asks nothing if no line names a car.
 */
export async function fitsOfLines(
  sql: Pick<ClientBase, 'query'>,
  lines: readonly Line[],
): Promise<Found[]> {
  const found: Found[] = lines.map(() => undefined)
  const places = [...lines.keys()].filter((place) => lines[place]?.vehicle)
  const byCar = Map.groupBy(places, (place) => `${lines[place]?.vehicle} ${lines[place]?.engine}`)
  for (const ofCar of byCar.values()) {
    const own = ofCar.flatMap((place) => lines[place] ?? [])
    const fits = await fitsOfCar(sql, own)
    for (const [index, place] of ofCar.entries()) found[place] = fits[index]
  }
  return found
}

/** The fits of lines with one car. */
async function fitsOfCar(sql: Pick<ClientBase, 'query'>, lines: readonly Line[]): Promise<Found[]> {
  const { vehicle, engine } = lines[0] ?? {}
  const car = vehicle ? await carOf(sql, vehicle, engine ?? undefined) : undefined
  if (!car) return []
  const name = nameWith(car.name, engine)
  const products = lines.map(({ product }) => product)
  return (await fitsOf(sql, car, products)).map(({ verdict }) => ({ name, verdict }))
}

/** `2014 Volkswagen Golf, 2.5 L petrol`. */
function nameWith(car: string, key: string | null | undefined) {
  if (!key) return car.slice(0, nameMax)
  const engine = readEngineKey(key)
  return `${car}, ${engine ? engineText(engine) : 'another engine'}`.slice(0, nameMax)
}
