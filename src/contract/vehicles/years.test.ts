import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nameKey, slugOf } from './vehicle-key.ts'
import { hasYear, rangesOf, readYears, yearsText } from './years.ts'

test.each([
  ['1999-2006', '1999-2006'],
  ['1999 – 2006, 2010; 2012', '1999-2006 2010 2012'],
  ['', ''],
])('%j are years', (text, expected) => {
  expect(yearsText(readYears(text) ?? [])).toBe(expected)
})

test.each(['99', '1999-', '2006-1999', '1885', '2101', '1999/2006', 'since 1999'])(
  '%j are not years',
  (text) => {
    expect(readYears(text)).toBeUndefined()
  },
)

test('ranges hold exactly the years of which they were made, also after writing and reading', () => {
  const someYears = fc.uniqueArray(fc.integer({ min: 1980, max: 2000 }), { minLength: 1 })
  fc.assert(
    fc.property(someYears, (unsorted) => {
      const years = unsorted.toSorted((a, b) => a - b)
      const ranges = rangesOf(years)
      for (let year = 1979; year <= 2001; year += 1) {
        expect(hasYear(ranges, year)).toBe(years.includes(year))
      }
      expect(readYears(yearsText(ranges))).toEqual(ranges)
    }),
  )
})

test('names in addresses have letters, digits and single hyphens', () => {
  expect(['Škoda', 'F-150', ' C/K Pickup ', "Ford '34", 'ID.4', '***'].map(slugOf)).toEqual([
    'skoda',
    'f-150',
    'c-k-pickup',
    'ford-34',
    'id-4',
    '',
  ])
  expect(nameKey('F 150')).toBe(nameKey('f-150'))
})
