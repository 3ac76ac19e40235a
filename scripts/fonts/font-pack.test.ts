import { expect, test } from 'vitest'
import { fontFile, fonts } from '../../src/server/features/invoices/pdf/fonts/fonts.ts'
import { charactersOf, rangesOf } from './font-pack.ts'

/** @shows row-205 */
test('the index of the fonts has the characters of each', () => {
  const sampled = fonts.filter((_, font) => font < 12 || font % 20 === 0)
  expect(sampled.length).toBeGreaterThan(15)
  for (const font of sampled) {
    const own = charactersOf(fontFile(fonts.indexOf(font)))
    expect(font.ranges).toEqual(rangesOf(own))
  }
})
