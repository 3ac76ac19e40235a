import { readFileSync } from 'node:fs'
import { CsvError, parse } from 'csv-parse/sync'
import { countryName, isCountry } from '#contract/addresses/countries.ts'
import { regionsOf, storedRegion } from '#contract/addresses/regions.ts'
import type { TaxRate } from '#contract/taxes/tax-lines.ts'

/** A country, or a region of it. */
export interface TaxedPlace {
  country: string
  region: string
}

export interface TaxArea {
  /** Such as `DE`, or `US-CA`; empty where the file has no rates. */
  key: string
  /** As it is shown. */
  name: string
  rates: readonly TaxRate[]
}

export interface TaxRates {
  /** The area of a place: its region's rows, else those of the whole country. */
  areaOf(place: TaxedPlace): TaxArea
}

const columns = ['Country', 'Region', 'Name', 'Percent', 'Shipping'] as const
const required = columns.slice(0, 4)
const ratesMax = 5
const nameMax = 20

interface Row extends TaxRate, TaxedPlace {
  line: number
}

interface ParsedRow {
  record: string[]
  info: { lines: number }
}

// Safe: with `info`, each record comes with where it ends. The types of csv-parse do not know it.
const parsed = (text: string) =>
  parse(text, {
    bom: true,
    info: true,
    trim: true,
    relax_column_count: true,
    skip_empty_lines: true,
  }) as unknown as ParsedRow[]

/** Reads the owner's file of rates; returns its faults, each with its line, instead of throwing. */
export function readTaxRates(path: string): { rates: TaxRates } | { faults: string[] } {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    return { faults: [`the file cannot be read: ${(error as Error).message}`] }
  }
  return parseTaxRates(text)
}

export function parseTaxRates(text: string): { rates: TaxRates } | { faults: string[] } {
  let head: ParsedRow | undefined
  let body: ParsedRow[]
  try {
    ;[head, ...body] = parsed(text)
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return { faults: [error.message] }
  }
  const headings = head?.record.map((heading) => heading.toLowerCase()) ?? []
  const missing = required.filter((column) => !headings.includes(column.toLowerCase()))
  if (missing.length > 0) return { faults: [`line 1: the column ${missing.join(', ')} is missing`] }

  const rows: Row[] = []
  const faults: string[] = []
  for (const { record, info } of body) {
    const cell = (column: (typeof columns)[number]) =>
      record[headings.indexOf(column.toLowerCase())] ?? ''
    const read = readRow(cell)
    if (typeof read === 'string') faults.push(`line ${info.lines}: ${read}`)
    else rows.push({ ...read, line: info.lines })
  }
  faults.push(...faultsOfAreas(rows))
  if (rows.length === 0 && faults.length === 0) faults.push('the file has no rates')
  return faults.length > 0 ? { faults } : { rates: ratesOf(rows) }
}

type Cells = (column: (typeof columns)[number]) => string

const shipping: Readonly<Record<string, boolean>> = { '': true, yes: true, no: false }

/** A row, or what is wrong with it. */
function readRow(cell: Cells): Omit<Row, 'line'> | string {
  const country = cell('Country').toUpperCase()
  if (!isCountry(country)) return 'Country must be a code of ISO 3166-1, such as DE'
  const region = storedRegion(country, cell('Region'))
  if (cell('Region') !== '' && region === undefined)
    return `Region must be a code or name of ISO 3166-2 for ${country}, or empty`
  const name = cell('Name')
  if (name === '' || name.length > nameMax) return `Name must have 1 to ${nameMax} characters`
  if (!/^\d{1,2}(?:\.\d{1,3})?$/.test(cell('Percent')))
    return 'Percent must be a number such as 19 or 8.875, from 0 to 99.999'
  const onShipping = shipping[cell('Shipping').toLowerCase()]
  if (onShipping === undefined) return 'Shipping must be yes or no'
  return { country, region: region ?? '', name, percent: Number(cell('Percent')), onShipping }
}

const keyOf = ({ country, region }: TaxedPlace) =>
  region === '' ? country : `${country}-${region.toUpperCase()}`

function faultsOfAreas(rows: readonly Row[]): string[] {
  return [...Map.groupBy(rows, keyOf)].flatMap(([key, area]) => {
    const names = new Set<string>()
    const twice = area.filter(({ name }) => names.size === names.add(name).size)
    const beyond = area[ratesMax]
    return [
      ...twice.map(({ line, name }) => `line ${line}: ${key} has ${name} already`),
      ...(beyond ? [`line ${beyond.line}: ${key} has more than ${ratesMax} rates`] : []),
    ]
  })
}

function ratesOf(rows: readonly Row[]): TaxRates {
  const areas = new Map(
    [...Map.groupBy(rows, keyOf)].map(([key, area]) => [
      key,
      area.map(({ name, percent, onShipping }) => ({ name, percent, onShipping })),
    ]),
  )
  return {
    areaOf(place) {
      const key = [keyOf(place), place.country].find((each) => areas.has(each))
      const name = nameOf(key === place.country ? { ...place, region: '' } : place)
      return { key: key ?? '', name, rates: key === undefined ? [] : (areas.get(key) ?? []) }
    },
  }
}

function nameOf({ country, region }: TaxedPlace): string {
  const named = regionsOf(country)?.find(({ code }) => code === region)?.name ?? region
  return [named, countryName(country)].filter(Boolean).join(', ')
}
