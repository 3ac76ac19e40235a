import { expect, test } from 'vitest'
import type { Fitment } from '#contract/fitments/fitments.ts'
import { emptyValues, hasFitment, readFitment, valuesOf } from './fitment-values.ts'

const golf: Fitment = {
  make: 'volkswagen',
  model: 'golf',
  yearFrom: 2010,
  yearTo: 2014,
  litres: 2,
  cylinders: 4,
  fuel: 'diesel',
  position: 'front',
  perCar: 2,
  note: 'not for the GTI',
}

test('a fitment is the same after it was shown and read', () => {
  expect(readFitment(valuesOf(golf))).toEqual({ fitment: golf })
})

test('one year is typed once, and everything but car and year may be empty', () => {
  const typed = { ...emptyValues, make: 'volkswagen', model: 'golf', yearFrom: '2014' }
  expect(readFitment(typed)).toEqual({
    fitment: {
      make: 'volkswagen',
      model: 'golf',
      yearFrom: 2014,
      yearTo: 2014,
      litres: null,
      cylinders: null,
      fuel: null,
      position: null,
      perCar: null,
      note: null,
    },
  })
})

test.each([
  [{ make: '', model: '' }, ['make', 'model']],
  [{ yearFrom: '' }, ['yearFrom']],
  [{ yearFrom: '2016' }, ['yearTo']],
  [{ yearTo: 'now' }, ['yearTo']],
  [{ engine: 'big' }, ['engine']],
  [{ perCar: '0' }, ['perCar']],
  [{ note: 'n'.repeat(301) }, ['note']],
])('an input that cannot be read has an error beside it: %j', (typed, fields) => {
  const read = readFitment({ ...valuesOf(golf), ...typed })
  const errors = 'errors' in read ? read.errors : {}
  expect(Object.keys(errors).filter((field) => errors[field as keyof typeof errors])).toEqual(
    fields,
  )
})

test('the number for each car makes no other fitment', () => {
  expect(hasFitment([golf], { ...golf, perCar: null })).toBe(true)
  expect(hasFitment([golf], { ...golf, note: null })).toBe(false)
})
