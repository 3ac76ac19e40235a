import { expect, test } from 'vitest'
import { emptyValues, readModel, valuesOf } from './model-values.ts'

const golf = {
  make: 'Volkswagen',
  model: 'Golf',
  years: '1999-2006 2010',
  aliases: 'Rabbit, Caribe',
}

test('a model is the same after it was read and shown', () => {
  const read = readModel(golf)
  expect(read).toEqual({
    model: {
      make: 'Volkswagen',
      model: 'Golf',
      years: [
        [1999, 2006],
        [2010, 2010],
      ],
      aliases: ['Rabbit', 'Caribe'],
    },
  })
  const model = 'model' in read ? read.model : undefined
  expect(
    valuesOf({
      _id: 'volkswagen/golf',
      make: 'volkswagen',
      makeName: 'Volkswagen',
      model: 'golf',
      name: 'Golf',
      years: model?.years ?? [],
      aliases: model?.aliases ?? [],
      isHidden: false,
      source: 'vpic',
    }),
  ).toEqual(golf)
})

test.each([
  [emptyValues, ['make', 'model']],
  [{ ...golf, years: 'since 1999' }, ['years']],
  [{ ...golf, model: '…', aliases: '…' }, ['aliases', 'model']],
])('an input that cannot be read has an error beside it: %j', (values, fields) => {
  const read = readModel(values)
  expect('errors' in read && Object.keys(read.errors).toSorted()).toEqual(fields)
})
