import { expect, test } from 'vitest'
import { viaKinds } from '#contract/numbers/via.ts'
import { foundByText } from './found-by.tsx'

const found = (brand: string) =>
  viaKinds.map((kind) =>
    foundByText({ via: { kind, brand, number: '1K0 698 151' }, partNumber: 'AP-BR-4450' }),
  )

/** @shows row-163 */
test('a part that is found by another number says by which', () => {
  expect(found('Volkswagen')).toEqual([
    undefined,
    'OEM number 1K0 698 151, Volkswagen',
    '1K0 698 151 has been replaced by AP-BR-4450',
    'Interchange number 1K0 698 151, Volkswagen',
    'Barcode 1K0 698 151, Volkswagen',
  ])
  expect(found('')[1]).toBe('OEM number 1K0 698 151')
  const via = { kind: 'replaced', brand: '', number: 'AP-BR-3999' } as const
  expect(foundByText({ via })).toBe('AP-BR-3999 has been replaced by this part')
  expect(foundByText({})).toBeUndefined()
})
