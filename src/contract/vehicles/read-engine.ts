import { fuels } from './engines.ts'
import type { Fuel, KnownEngine } from './engines.ts'

/** The words of catalogues for fuels, beside the fuels themselves. */
const fuelWords: Readonly<Record<string, Fuel>> = {
  ...Object.fromEntries(fuels.map((fuel) => [fuel, fuel])),
  gasoline: 'petrol',
  benzin: 'petrol',
  ev: 'electric',
  bev: 'electric',
  flexfuel: 'flex',
  cng: 'gas',
  lpg: 'gas',
}

const litresPattern = /^(\d{1,2}(?:[.,]\d)?)(?:l|litres?|liters?)?$/
const cylindersPattern = /^(?:[vilhw](\d{1,2})|(\d{1,2})-?cyl(?:inders?)?)$/

/**
 * An engine as people write it, in any order: `2.0 diesel`, `5.0 L 8-cylinder`, `V8`, or an engine key. Empty text is
 * any engine; undefined if it cannot be read.
 */
export function readEngineText(text: string): KnownEngine | undefined {
  const engine: KnownEngine = { litres: null, cylinders: null, fuel: null }
  for (const word of wordsOf(text)) {
    const litres = litresPattern.exec(word)?.[1]
    const [, letterForm, countForm] = cylindersPattern.exec(word) ?? []
    const fuel = fuelWords[word]
    if (litres !== undefined && engine.litres === null) {
      engine.litres = Number(litres.replace(',', '.'))
      if (engine.litres < 0.1 || engine.litres > 20) return undefined
    } else if ((letterForm ?? countForm) !== undefined && engine.cylinders === null) {
      engine.cylinders = Number(letterForm ?? countForm)
      if (engine.cylinders < 1 || engine.cylinders > 16) return undefined
    } else if (fuel && engine.fuel === null) engine.fuel = fuel
    else return undefined
  }
  return engine
}

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    // A unit belongs to the number before it, and an engine key has hyphens instead of spaces.
    .replaceAll(/(\d)\s+(?=(?:l|litres?|liters?|cyl|cylinders?)\b)/g, '$1')
    .replaceAll(/(\d)\s*-\s*(?=cyl)/g, '$1')
    .split(/[\s\-/]+/)
    .filter(Boolean)
