import type { Place } from './addresses.ts'
import { countryName } from './countries.ts'
import { regionsOf } from './regions.ts'

/** A place as the lines of a label, the country last. */
export function printedAddress(place: Place): string {
  const { company, street, country } = place
  return [company, street, ...townLines(place), countryName(country)].filter(Boolean).join('\n')
}

/** Where regions have codes they are in the line of the town, before the postal code. */
function townLines({ town, region, postalCode, country }: Place): string[] {
  if (regionsOf(country)) return [`${town}, ${joined(region, postalCode)}`]
  return [joined(postalCode, town), region]
}

const joined = (...parts: string[]) => parts.filter(Boolean).join(' ')
