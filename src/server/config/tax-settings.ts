import * as z from 'zod/mini'
import { isCountry } from '#contract/addresses/countries.ts'
import { storedRegion } from '#contract/addresses/regions.ts'
import { isSingleLine } from '#contract/shared/fields.ts'
import type { Given } from './setting-errors.ts'
import { readTaxRates } from './tax-rates.ts'
import type { TaxedPlace, TaxRates } from './tax-rates.ts'

const line = (most: number) =>
  z.string().check(
    z.refine(
      (value) => value.trim() !== '' && value.length <= most && isSingleLine(value),
      `must be one line of at most ${most} characters`,
    ),
    z.overwrite((value) => value.trim()),
  )

const percentFault = 'must be a percentage such as 19 or 8.875, above 0 and up to 100'

/** What invoices print about taxes; prices include the tax. Without them, invoices name none. */
export const taxSettings = {
  TAX_NAME: z.optional(line(20)),
  TAX_PERCENT: z.optional(
    z
      .pipe(z.string().check(z.regex(/^\d{1,3}(?:\.\d{1,3})?$/, percentFault)), z.transform(Number))
      .check(z.refine((value: number) => value > 0 && value <= 100, percentFault)),
  ),
  SELLER_TAX_ID: z.optional(line(40)),
  /** Switches taxes on orders on. */
  TAX_RATES_FILE: z.optional(z.string()),
  PRICES_INCLUDE_TAX: z._default(z.enum(['true', 'false']), 'false'),
  TAX_DEFAULT_PLACE: z.optional(
    z
      .string()
      .check(
        z.refine(
          (value) => placeOf(value) !== undefined,
          'must be a country, and its region where rates differ by region: DE or US-CA',
        ),
      ),
  ),
}

/** Taxes on orders. */
export interface TaxConfig {
  rates: TaxRates
  /** Whether the prices include them. */
  included: boolean
  /** Where an order goes whose address has no country. */
  defaultPlace: TaxedPlace
}

function placeOf(value: string): TaxedPlace | undefined {
  const [, country = '', region = ''] = /^([A-Z]{2})(?:-(.+))?$/.exec(value) ?? []
  const stored = region === '' ? '' : storedRegion(country, region)
  return isCountry(country) && stored !== undefined ? { country, region: stored } : undefined
}

/** Name and percentage make one line of the invoice; a wrong one has a fault of its own. */
export function taxFaults(given: Given): string[] {
  const [name, percent] = (['TAX_NAME', 'TAX_PERCENT'] as const).map(
    (setting) =>
      given[setting] !== undefined && taxSettings[setting].safeParse(given[setting]).success,
  )
  if (name && given['TAX_PERCENT'] === undefined) return ['TAX_PERCENT is missing']
  if (percent && given['TAX_NAME'] === undefined) return ['TAX_NAME is missing']
  return []
}

/** Taxes on orders; undefined without a file of rates. */
export function readTaxConfig(given: Given): { taxes?: TaxConfig; faults: string[] } {
  const {
    TAX_RATES_FILE: file,
    TAX_DEFAULT_PLACE: place,
    PRICES_INCLUDE_TAX: included,
    TAX_NAME: name,
  } = given
  if (file === undefined) {
    // A wrong one has a fault of its own.
    const needless = (['PRICES_INCLUDE_TAX', 'TAX_DEFAULT_PLACE'] as const).find(
      (setting) =>
        given[setting] !== undefined && taxSettings[setting].safeParse(given[setting]).success,
    )
    return { faults: needless ? [`TAX_RATES_FILE is missing: ${needless} needs it`] : [] }
  }
  const faults = [
    ...(place === undefined ? ['TAX_DEFAULT_PLACE is missing'] : []),
    ...(name === undefined ? [] : ['Set TAX_NAME or TAX_RATES_FILE, not both']),
  ]
  const read = readTaxRates(file)
  if ('faults' in read) {
    return { faults: [...faults, ...read.faults.map((fault) => `TAX_RATES_FILE: ${fault}`)] }
  }
  const defaultPlace = place === undefined ? undefined : placeOf(place)
  if (!defaultPlace || faults.length > 0) return { faults }
  return { taxes: { rates: read.rates, included: included === 'true', defaultPlace }, faults }
}
