import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadConfig } from './config.ts'
import { parseTaxRates } from './tax-rates.ts'
import { makeSettings } from '../testing/settings.ts'

const { DATA_DIR, faultsOf } = await makeSettings()

const head = 'Country,Region,Name,Percent,Shipping'
const read = (...rows: string[]) => parseTaxRates([head, ...rows].join('\n'))

const ratesIn = (...rows: string[]) => {
  const parsed = read(...rows)
  if ('faults' in parsed) throw new Error(parsed.faults.join())
  return parsed.rates
}

/** @shows row-180 */
test('a region has its own rows, else those of its country, and other countries have none', () => {
  const rates = ratesIn('DE,,VAT,19,yes', 'CA,,GST,5,', 'CA,QC,GST,5,yes', 'CA,Quebec,QST,9.975,no')
  const gst = { name: 'GST', percent: 5, onShipping: true }
  expect(rates.areaOf({ country: 'CA', region: 'QC' })).toEqual({
    key: 'CA-QC',
    name: 'Quebec, Canada',
    rates: [gst, { name: 'QST', percent: 9.975, onShipping: false }],
  })
  expect(rates.areaOf({ country: 'CA', region: 'ON' })).toEqual({
    key: 'CA',
    name: 'Canada',
    rates: [gst],
  })
  expect(rates.areaOf({ country: 'DE', region: 'Bavaria' }).key).toBe('DE')
  expect(rates.areaOf({ country: 'FR', region: '' })).toEqual({
    key: '',
    name: 'France',
    rates: [],
  })
})

/** @shows row-180 */
test.each([
  ['XX,,VAT,19,', 'line 2: Country must be a code of ISO 3166-1, such as DE'],
  ['US,Bavaria,Tax,5,', 'line 2: Region must be a code or name of ISO 3166-2 for US, or empty'],
  ['DE,,,19,', 'line 2: Name must have 1 to 20 characters'],
  ['DE,,VAT,100,', 'line 2: Percent must be a number such as 19 or 8.875, from 0 to 99.999'],
  ['DE,,VAT,19.1234,', 'line 2: Percent must be a number such as 19 or 8.875, from 0 to 99.999'],
  ['DE,,VAT,19,maybe', 'line 2: Shipping must be yes or no'],
  ['DE,,VAT,19,\nDE,,VAT,7,', 'line 3: DE has VAT already'],
  [
    ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `DE,,${name},1,`).join('\n'),
    'line 7: DE has more than 5 rates',
  ],
  ['', 'the file has no rates'],
])('a file of rates with %j is refused with its line', (rows, fault) => {
  expect(read(rows)).toEqual({ faults: [fault] })
})

test('a file without its columns is refused', () => {
  expect(parseTaxRates('Country;Percent\nDE;19')).toEqual({
    faults: ['line 1: the column Country, Region, Name, Percent is missing'],
  })
})

/** @shows row-180 */
test('taxes are off without a file, and its faults join the list of settings', async () => {
  expect((await loadConfig({ DATA_DIR })).taxes).toBeUndefined()
  const folder = mkdtempSync(join(DATA_DIR, 'rates-'))
  const TAX_RATES_FILE = join(folder, 'rates.csv')
  writeFileSync(TAX_RATES_FILE, `${head}\nDE,,VAT,19,yes\n`)
  const config = await loadConfig({ DATA_DIR, TAX_RATES_FILE, TAX_DEFAULT_PLACE: 'DE' })
  expect(config.taxes).toMatchObject({
    included: false,
    defaultPlace: { country: 'DE', region: '' },
  })
  expect(await faultsOf({ TAX_RATES_FILE })).toEqual(['TAX_DEFAULT_PLACE is missing'])
  expect(await faultsOf({ PRICES_INCLUDE_TAX: 'true' })).toEqual([
    'TAX_RATES_FILE is missing: PRICES_INCLUDE_TAX needs it',
  ])
  expect(
    await faultsOf({
      TAX_RATES_FILE,
      TAX_DEFAULT_PLACE: 'DE',
      TAX_NAME: 'VAT',
      TAX_PERCENT: '19',
    }),
  ).toEqual(['Set TAX_NAME or TAX_RATES_FILE, not both'])
  const nowhere = join(folder, 'none.csv')
  expect(await faultsOf({ TAX_RATES_FILE: nowhere, TAX_DEFAULT_PLACE: 'DE' })).toEqual([
    `TAX_RATES_FILE: the file cannot be read: ENOENT: no such file or directory, open '${nowhere}'`,
  ])
  writeFileSync(TAX_RATES_FILE, `${head}\nXX,,VAT,19,yes\n`)
  expect(await faultsOf({ TAX_RATES_FILE, TAX_DEFAULT_PLACE: 'Germany' })).toEqual([
    expect.stringContaining('TAX_DEFAULT_PLACE: must be a country'),
    'TAX_RATES_FILE: line 2: Country must be a code of ISO 3166-1, such as DE',
  ])
})
