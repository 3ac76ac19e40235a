import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { addressData, addressDataFile } from './address-data.ts'

/** @shows row-202 */
test('the form of addresses in the contract is that of the installed package', () => {
  expect(readFileSync(addressDataFile, 'utf8')).toBe(addressData())
})
