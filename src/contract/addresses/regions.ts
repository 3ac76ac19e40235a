/** Regions of countries that tax by region, or print the region with the postal code: ISO 3166-2 code and name. */
const lists: Readonly<Record<string, string>> = {
  US: `AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|
    DC District of Columbia|FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|
    KY Kentucky|LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|
    MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|
    NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|RI Rhode Island|
    SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|WA Washington|
    WV West Virginia|WI Wisconsin|WY Wyoming`,
  CA: `AB Alberta|BC British Columbia|MB Manitoba|NB New Brunswick|NL Newfoundland and Labrador|
    NT Northwest Territories|NS Nova Scotia|NU Nunavut|ON Ontario|PE Prince Edward Island|QC Quebec|
    SK Saskatchewan|YT Yukon`,
}

interface Region {
  code: string
  name: string
}

const parsed = new Map(
  Object.entries(lists).map(([country, list]) => [
    country,
    list.split('|').map((entry): Region => {
      const [code = '', ...name] = entry.trim().split(' ')
      return { code, name: name.join(' ') }
    }),
  ]),
)

/** The regions to choose from; undefined for countries whose region is any text. */
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
