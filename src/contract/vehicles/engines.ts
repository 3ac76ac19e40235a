import type { Open } from '../shared/open-enum.ts'

export const fuels = ['petrol', 'diesel', 'electric', 'hybrid', 'flex', 'gas'] as const
export type Fuel = (typeof fuels)[number]

/** The known facts of an engine, or those that a fitment asks for; null is unknown, or any. */
export interface Engine {
  litres: number | null
  cylinders: number | null
  fuel: Open<Fuel> | null
}

/** An engine whose fuel this release knows. */
export interface KnownEngine extends Engine {
  fuel: Fuel | null
}

/** The engine of a chosen car: known, none of those that parts of the shop name, or not said. */
export type ChosenEngine = Engine | 'other' | null

/** How calls and addresses name an engine that is none of those which parts name. */
export const otherEngine = 'other'

const keyPattern = /^(?:(\d{1,2}\.\d)l)?(?:-?(\d{1,2})cyl)?(?:-?([a-z]+))?$/

/** `2.0l-4cyl-diesel`, any part of which may be left out, as an engine; null if it names none. */
export function readEngineKey(text: string): KnownEngine | null {
  const match = text === '' ? null : keyPattern.exec(text)
  if (!match) return null
  const [, litres, cylinders, word] = match
  const fuel = fuels.find((name) => name === word) ?? null
  if (word !== undefined && fuel === null) return null
  return {
    litres: litres === undefined ? null : Number(litres),
    cylinders: cylinders === undefined ? null : Number(cylinders),
    fuel,
  }
}

export const engineKeyOf = ({ litres, cylinders, fuel }: Engine) =>
  [
    litres === null ? '' : `${litres.toFixed(1)}l`,
    cylinders === null ? '' : `${cylinders}cyl`,
    fuel ?? '',
  ]
    .filter(Boolean)
    .join('-')

/** `2.0 L diesel`, `5.0 L 8-cylinder`, `electric`. */
export const engineText = ({ litres, cylinders, fuel }: Engine) =>
  [
    litres === null ? '' : `${litres.toFixed(1)} L`,
    cylinders === null ? '' : `${cylinders}-cylinder`,
    fuel ?? '',
  ]
    .filter(Boolean)
    .join(' ')
