import { expect, test } from 'vitest'
import { gtinForms, isGtin, ownKeys, shortestGtin } from './gtin.ts'

/** @shows row-211 */
test.each([
  ['036000291452', ['036000291452', '0036000291452', '00036000291452']],
  ['0036000291452', ['036000291452', '0036000291452', '00036000291452']],
  ['00036000291452', ['036000291452', '0036000291452', '00036000291452']],
  ['36000291452', ['036000291452', '0036000291452', '00036000291452']],
  ['4006381333931', ['4006381333931', '04006381333931']],
  ['10036000291459', ['10036000291459']],
  ['96385074', ['96385074', '000096385074', '0000096385074', '00000096385074']],
  ['00000096385074', ['96385074', '000096385074', '0000096385074', '00000096385074']],
])('the GTIN %s is the same number in each length', (key, forms) => {
  expect(gtinForms(key)).toEqual(forms)
  expect(shortestGtin(key)).toBe(forms[0])
})

test.each([
  '',
  '1234567',
  '123456789',
  '36000291453',
  '000000000000',
  '1K0698151',
  '123456789012345',
])('“%s” has one form', (key) => {
  expect(gtinForms(key)).toEqual([])
  expect(shortestGtin(key)).toBe(key)
})

test('a GTIN has the right check digit', () => {
  expect(['036000291452', '00036000291452', '96385074'].map(isGtin)).toEqual([true, true, true])
  expect(['036000291453', '36000291452', '96385075'].map(isGtin)).toEqual([false, false, false])
})

/** @shows row-211 */
test('a part number of a barcode is kept under any of its lengths, and each other one as it is', () => {
  const upc = ['036000291452', '0036000291452', '00036000291452', '36000291452']
  for (const key of upc) {
    expect(ownKeys(key)[0]).toBe(key)
    expect(ownKeys(key).toSorted()).toEqual(upc.toSorted())
  }
  expect(ownKeys('4006381333931')).toEqual(['4006381333931', '04006381333931'])
  for (const key of ['', '036000291453', '12345678', 'APBR5001', '0986494123']) {
    expect(ownKeys(key)).toEqual([key])
  }
})
