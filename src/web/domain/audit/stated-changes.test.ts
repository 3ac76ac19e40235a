import { expect, test } from 'vitest'
import { statedChanges } from './stated-changes.ts'

test('fields that were empty and stay empty are not changes', () => {
  const name = { field: 'name', before: null, after: 'Radiator' }
  const brand = { field: 'brand', before: null, after: null }
  const role = { field: 'role', before: 'admin', after: null }
  expect(statedChanges([name, brand, role])).toEqual([name, role])
})
