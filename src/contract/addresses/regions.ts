import { regionCodes } from './address-data.ts'

interface Region {
  code: string
  name: string
}

const parsed = new Map(
  Object.entries(regionCodes).map(([country, list]) => [
    country,
    list.split('|').map((entry): Region => {
      const [code = '', ...name] = entry.trim().split(' ')
      return { code, name: name.join(' ') }
    }),
  ]),
)

/**
 * The regions to choose from, of countries that print the code of the region; undefined for countries whose region is
 * any text. Those of the USA have its territories and the regions of mail to its forces.
 */
export const regionsOf = (country: string): readonly Region[] | undefined => parsed.get(country)

/**
 * The region as it is stored: its code where the country has a list, else the text. Undefined if it is none of the
 * list.
 */
export function storedRegion(country: string, region: string): string | undefined {
  const list = regionsOf(country)
  if (!list) return region
  const wanted = region.toLowerCase()
  return list.find(({ code, name }) => [code, name].some((text) => text.toLowerCase() === wanted))
    ?.code
}
