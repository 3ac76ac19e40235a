import { addressOrders } from './address-data.ts'
import type { Place } from './addresses.ts'
import { countryName } from './countries.ts'

interface Order {
  local: string
  /** The format for an address in Latin letters. */
  latin: string
}

/** The order for countries without one in the data, such as those without postal codes. */
const usual = order('%A%n%C %Z')

const orders = new Map<string, Order>()
for (const line of addressOrders.trim().split('\n')) {
  const [local = '', ...rest] = line.split('\t')
  const latin = rest.length > 1 ? rest[0] : local
  for (const country of rest.at(-1)?.split(' ') ?? []) orders.set(country, order(local, latin))
}

function order(local: string, latin = local): Order {
  return { local: complete(local), latin: complete(latin) }
}

/**
 * An order that has each field of a place once. Name and company are printed above it. What a country's own order
 * leaves out is added, so that nothing that was typed is lost: the town beside the street, the region below the town, the code at
 * the end. Names of the country are left out, since it follows.
 */
function complete(format: string): string {
  let lines = format
    .replaceAll(/%[NODX]/g, '')
    .split('%n')
    .map((line) =>
      /^[\p{Lu}\s]{4,}$/u.test(line) ? '' : line.replace(/^SINGAPORE|^GIBRALTAR/, '%C'),
    )
    .map((line) => line.replaceAll(/^[ ,]+|[ ,]+$/g, ''))
    .filter(Boolean)
  const isSmallestLast = lines.findIndex((line) => line.includes('%A')) > 0
  if (!lines.some((line) => line.includes('%C'))) {
    lines = lines.flatMap((line) => {
      if (!line.includes('%A')) return [line]
      const rest = line.replace(/%A,? ?/, '')
      return isSmallestLast ? ['%C', line] : ['%A', rest === '' ? '%C' : `%C, ${rest}`]
    })
  }
  if (!lines.some((line) => line.includes('%S'))) {
    lines = lines.flatMap((line) => (line.includes('%C') ? [line, '%S'] : [line]))
  }
  return (lines.some((line) => line.includes('%Z')) ? lines : [...lines, '%Z']).join('\n')
}

const notLatin =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Arabic}\p{Script=Cyrillic}]/u

/** A place as the lines of a label in the order of its country, the country last. */
export function printedAddress(place: Place): string {
  const { company, street, town, postalCode, country } = place
  // A town that is a region, such as Berlin, is written once.
  const region = place.region.toLowerCase() === town.toLowerCase() ? '' : place.region
  const { local, latin } = orders.get(country) ?? usual
  const fields: Record<string, string> = { A: street, C: town, S: region, Z: postalCode }
  const format = notLatin.test(street + town) ? local : latin
  const lines = format.split('\n').map((line) => filled(line, fields))
  return [company, ...lines, countryName(country)].filter(Boolean).join('\n')
}

/** A line without its empty fields, and without what stands between them and others. */
function filled(line: string, fields: Record<string, string>): string {
  const parts = line.split(/(%[ACSZ])/)
  let text = ''
  for (let index = 1; index < parts.length; index += 2) {
    const value = fields[(parts[index] ?? '').slice(1)] ?? ''
    if (value === '') continue
    // Text at the start of a line, such as the letters of a country, belongs to the first field.
    text += (text === '' && index > 1 ? '' : parts[index - 1]) + value
  }
  return text === '' ? '' : text + (parts.at(-1) ?? '')
}
