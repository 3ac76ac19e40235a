import { expect, test } from 'vitest'
import { addressMessages, NewAddress } from './addresses.ts'
import type { Place } from './addresses.ts'
import { countries } from './countries.ts'
import { needsPostalCode, storedPostalCode } from './postal-codes.ts'
import { printedAddress } from './printed-address.ts'

const anywhere = {
  name: 'Mia Muster',
  phone: '+49 30 1234567',
  company: '',
  street: '1 Test Street',
  region: '',
}

/** The message at each field of an address; empty if it is taken. */
const refusals = (place: Partial<Place>) =>
  NewAddress.safeParse({ ...anywhere, town: 'Town', ...place }).error?.issues.map(
    ({ path, message }) => [path[0], message],
  ) ?? []

/** @shows row-202, asvs-2.2.1 */
test.each([
  ['US', '62701', '62701'],
  ['US', '627011234', '62701-1234'],
  ['US', '62701 1234', '62701-1234'],
  ['US', ' ０９012 ', '09012'],
  ['PR', '009011234', '00901-1234'],
  ['CA', 'm5v2t6', 'M5V 2T6'],
  ['CA', 'M5V-2T6', 'M5V 2T6'],
  ['GB', 'sw1a1aa', 'SW1A 1AA'],
  ['GB', 'M2  5BQ', 'M2 5BQ'],
  ['GB', 'bfpo61', 'BFPO 61'],
  ['IE', 'd6w y271', 'D6W Y271'],
  ['DE', 'D-10115', '10115'],
  ['CH', 'CH-8001', '8001'],
  ['LV', '1010', 'LV-1010'],
  ['SE', '12345', '123 45'],
  ['NL', '1234ab', '1234 AB'],
  ['JP', '〒1500002', '150-0002'],
  ['BR', '01310100', '01310-100'],
  ['FR', '75 001', '75001'],
  ['SA', '123456789', '12345-6789'],
  ['IE', '', ''],
  ['HK', '', ''],
  ['AE', 'any 1', 'ANY 1'],
])('in %s the postal code %j is stored as %j', (country, typed, stored) => {
  const region = { US: 'TX', CA: 'ON' }[country] ?? ''
  const address = NewAddress.parse({
    ...anywhere,
    town: 'Town',
    country,
    region,
    postalCode: typed,
  })
  expect(address.postalCode).toBe(stored)
  // Saved again, it stays.
  expect(storedPostalCode(country, stored)).toBe(stored)
})

/** @shows row-202, asvs-2.2.1 */
test.each([
  ['US', 'banana'],
  ['US', '6270'],
  ['US', '627011'],
  ['CA', '12345'],
  ['CA', 'D1A 1A1'],
  ['GB', '12345'],
  ['DE', '1011'],
  ['IE', 'banana'],
  ['JP', '15-0002'],
])('in %s the postal code %j is refused', (country, postalCode) => {
  const region = { US: 'TX', CA: 'ON' }[country] ?? ''
  expect(refusals({ country, region, postalCode })).toEqual([
    ['postalCode', addressMessages.postalCodeInvalid(country)],
  ])
})

/** @shows row-202 */
test.each(['US', 'CA', 'GB', 'DE', 'AU', 'JP', 'PR'])(
  'an address in %s needs a postal code',
  (country) => {
    const region = { US: 'TX', CA: 'ON', AU: 'NSW' }[country] ?? ''
    expect(refusals({ country, region })).toEqual([
      ['postalCode', addressMessages.postalCodeRequired],
    ])
    expect(needsPostalCode(country)).toBe(true)
  },
)

/** @shows row-202 */
test.each(['AA', 'AE', 'AP', 'PR', 'GU', 'VI', 'AS', 'MP', 'DC'])(
  'the USA have the region %s',
  (region) => {
    expect(refusals({ country: 'US', region, postalCode: '09012' })).toEqual([])
  },
)

/** @shows row-203 */
test.each([
  ['GB', { town: 'London', postalCode: 'SW1A 1AA' }, 'London\nSW1A 1AA\nUnited Kingdom'],
  [
    'GB',
    { town: 'Slough', postalCode: 'SL1 1AA', region: 'Berkshire' },
    'Slough\nBerkshire\nSL1 1AA\nUnited Kingdom',
  ],
  [
    'AU',
    { town: 'Queanbeyan', postalCode: '2620', region: 'NSW' },
    'Queanbeyan NSW 2620\nAustralia',
  ],
  ['US', { town: 'APO', postalCode: '09012', region: 'AE' }, 'APO, AE 09012\nUnited States'],
  ['US', { town: 'Austin', region: 'TX' }, 'Austin, TX\nUnited States'],
  ['CA', { town: 'Toronto', postalCode: 'M5V 2T6', region: 'ON' }, 'Toronto ON M5V 2T6\nCanada'],
  ['DE', { town: 'Berlin', postalCode: '10115', region: 'Berlin' }, '10115 Berlin\nGermany'],
  ['SG', { town: 'Singapore', postalCode: '546080' }, 'Singapore 546080\nSingapore'],
  ['AE', { town: 'Al Barsha', region: 'Dubai' }, 'Al Barsha\nDubai\nUnited Arab Emirates'],
  ['AG', { town: 'St John’s' }, 'St John’s\nAntigua & Barbuda'],
  ['JE', { town: 'St Helier', postalCode: 'JE1 1AA' }, 'St Helier\nJE1 1AA\nJersey'],
  [
    'JP',
    { town: 'Shibuya', postalCode: '150-0002', region: 'Tokyo' },
    'Shibuya, Tokyo\n150-0002\nJapan',
  ],
])('an address in %s is printed in the order of its country: %j', (country, place, lines) => {
  const printed = printedAddress({ ...anywhere, postalCode: '', region: '', country, ...place })
  expect(printed).toBe(`1 Test Street\n${lines}`)
})

/** @shows row-203 */
test('addresses in the script of a country have its own order', () => {
  const place = { company: '', street: '渋谷1-2-3', town: '渋谷区', region: '東京都' }
  expect(printedAddress({ ...place, postalCode: '150-0002', country: 'JP' })).toBe(
    '〒150-0002\n東京都\n渋谷区\n渋谷1-2-3\nJapan',
  )
  expect(
    printedAddress({
      ...place,
      street: '1037 Fő utca',
      town: 'Budapest',
      region: '',
      postalCode: '1037',
      country: 'HU',
    }),
  ).toBe('Budapest\n1037 Fő utca\n1037\nHungary')
})

/** @shows row-203 */
test('in every country each field of an address is printed once', () => {
  const fields = ['Compagnia', 'Rue 1', 'Ville', 'Zone', 'X99']
  const [company = '', street = '', town = '', region = '', postalCode = ''] = fields
  const counts = countries.map((country) => {
    const printed = printedAddress({ company, street, town, region, postalCode, country })
    return [country, ...fields.map((field) => printed.split(field).length - 1)]
  })
  expect(counts).toEqual(countries.map((country) => [country, 1, 1, 1, 1, 1]))
})
