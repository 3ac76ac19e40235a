import { expect, test } from 'vitest'
import { addressLine, completeAddress, lastAddress, savedAs } from './known-address.ts'

const home = { name: 'Mia', phone: '+1 555 010 0100', address: '1 Test Street\nSpringfield' }

/** @shows row-106 */
test('only a complete address is proposed for an order', () => {
  expect(completeAddress(home)).toEqual(home)
  expect(completeAddress({ ...home, phone: '555' })).toBeUndefined()
  expect(completeAddress({ ...home, address: ' ' })).toBeUndefined()
  expect(completeAddress({ name: 'Mia' })).toBeUndefined()
  expect(completeAddress(undefined)).toBeUndefined()
})

/** @shows row-106 */
test('the newest order with an address provides the last address', () => {
  const older = { ...home, address: '2 Side Street' }
  expect(lastAddress([{ delivery: null }, { delivery: home }, { delivery: older }])).toEqual(home)
  expect(lastAddress([{ delivery: null }])).toBeUndefined()
})

test('an address fits on one line', () => {
  expect(addressLine(home)).toBe('Mia, 1 Test Street, Springfield, +1\u00A0555\u00A0010\u00A00100')
  expect(addressLine({ ...home, address: '1 Test Street,\n\n Springfield ' })).toBe(
    'Mia, 1 Test Street,, Springfield, +1\u00A0555\u00A0010\u00A00100',
  )
})

/** @shows row-179 */
test('a delivery is recognised as the entry of the address book that it goes to', () => {
  const fields = { company: '', street: '', postalCode: '', town: '', region: '', country: 'DE' }
  const entry = (id: string, printed: string) => ({
    ...fields,
    _id: id,
    name: 'Mia',
    phone: home.phone,
    printed,
    isDefault: false,
  })
  const book = [entry('1', '2 Side Street'), entry('2', home.address)]
  expect(savedAs(home, book)).toBe('2')
  expect(savedAs({ ...home, name: 'Max' }, book)).toBeUndefined()
})
