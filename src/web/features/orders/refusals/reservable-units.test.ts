import { expect, test } from 'vitest'
import { ApiError } from '#web/lib/http/problems.ts'
import { beyondShare, reservableUnits } from './reservable-units.ts'

const refused = (code: string) =>
  new ApiError({
    type: code,
    code,
    title: 'Refused',
    status: 409,
    lines: [{ product: 'lamp', available: 63 }, { product: 'rim' }],
  })

/** @shows row-157 */
test('only units beyond the share are marked, as long as they are', () => {
  const reservable = reservableUnits(refused('too-many-units'))
  expect(beyondShare(reservable, 'lamp', 100)).toBe(63)
  expect(beyondShare(reservable, 'lamp', 63)).toBeUndefined()
  expect(beyondShare(reservable, 'rim', 10)).toBe(0)
  expect(beyondShare(reservable, 'door', 100)).toBeUndefined()
  expect(reservableUnits(refused('insufficient-stock'))).toEqual(new Map())
})
