import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shippedVehicles } from './seed.ts'
import { createVehicleFinder } from '#contract/vehicles/find-vehicle.ts'
import type { VehicleSuggestion } from '#contract/vehicles/find-vehicle.ts'
import { slugOf } from '#contract/vehicles/vehicle-key.ts'
import { hasYear } from '#contract/vehicles/years.ts'

const list = await shippedVehicles()
const makes = [...Map.groupBy(list, ({ make }) => make)].map(([name, rows]) => ({
  slug: slugOf(name),
  name,
  aliases: rows.filter(({ model }) => model === '').flatMap(({ aliases }) => aliases),
  models: rows
    .filter(({ model }) => model !== '')
    .map(({ model, years, aliases }) => ({ slug: slugOf(model), name: model, years, aliases })),
}))
const find = createVehicleFinder(makes)

const textOf = ({ make, model, year }: VehicleSuggestion) =>
  [make.name, model?.name, year].filter(Boolean).join(' ')

/** @shows row-140 */
test.each([
  ['golf 14', 'Volkswagen Golf 2014'],
  ['2014 vw golf', 'Volkswagen Golf 2014'],
  ['VW Golf ’14', 'Volkswagen Golf 2014'],
  ['golf14', 'Volkswagen Golf 2014'],
  ['gol', 'Volkswagen Golf'],
  ['golf 89', 'Volkswagen Golf 1989'],
  ['f150', 'Ford F-150'],
  ['ford f 150 15', 'Ford F-150 2015'],
  ['crv 07', 'Honda CR-V 2007'],
  ['mazda 6 10', 'Mazda Mazda6 2010'],
  ['merc c300 2012', 'Mercedes-Benz C-Class 2012'],
  ['chevy corvette', 'Chevrolet Corvette'],
  ['vw', 'Volkswagen'],
  ['volks 14', 'Volkswagen 2014'],
  ['miata 96', 'Mazda MX-5 1996'],
])('%s means the %s', (text, expected) => {
  expect(find(text).map(textOf)[0]).toBe(expected)
})

test('a number that names a model is not read as a year, unless it can be one', () => {
  expect(find('audi 80').map(textOf)[0]).toBe('Audi 80')
  expect(find('audi 80 89').map(textOf)[0]).toBe('Audi 80 1989')
  expect(find('ram 1500 15').map(textOf)[0]).toBe('Ram 1500 2015')
})

test('another name leads to the car of the year, and a car not sold in that year is without it', () => {
  expect(find('rabbit 2012').map(textOf).slice(0, 2)).toEqual([
    'Volkswagen Golf 2012',
    'Volkswagen Rabbit',
  ])
  expect(find('golf 2008').map(textOf)[0]).toBe('Volkswagen Rabbit 2008')
})

test('while a year is typed, the car stays', () => {
  for (const text of ['golf 2', 'golf 201', 'golf 1', 'golf 199']) {
    expect(find(text).map(textOf)[0]).toBe('Volkswagen Golf')
  }
})

test('nothing is suggested for nothing, for signs and for words of no car', () => {
  for (const text of ['', '  ', '?!', 'wiper', 'golf wiper', '2014']) {
    expect(find(text)).toEqual([])
  }
})

test('every year can be chosen for a model with unknown years', () => {
  const models = [{ slug: '601', name: '601', years: [] }]
  const search = createVehicleFinder([{ slug: 'trabant', name: 'Trabant', models }])
  expect(search('trabant 601 71').map(textOf)[0]).toBe('Trabant 601 1971')
})

const models = makes.flatMap((make) => make.models.map((model) => ({ make, model })))
const anyModel = fc.constantFrom(...models)
const anyCar = fc
  .tuple(anyModel, fc.nat(), fc.nat())
  .map(([{ make, model }, range, offset]): VehicleSuggestion => {
    const [first, last] = model.years[range % model.years.length] ?? [0, 0]
    return { make, model, year: first + (offset % (last - first + 1)) }
  })

/** @shows row-140 */
test('the full name of every car with its year finds it first', () => {
  fc.assert(
    fc.property(anyCar, (car) => {
      // The make and the model "smart" are one text.
      fc.pre(car.model?.slug !== car.make.slug)
      expect(find(textOf(car)).map(textOf)[0]).toBe(textOf(car))
    }),
    { numRuns: 500 },
  )
})

test('every beginning of the name of a model finds it', () => {
  fc.assert(
    fc.property(anyModel, fc.nat(), ({ make, model }, length) => {
      const beginning = model.name.slice(0, 1 + (length % model.name.length))
      fc.pre(slugOf(beginning) !== '')
      const found = find(`${make.name} ${beginning}`, Infinity)
      expect(found.some((car) => car.model === model)).toBe(true)
    }),
  )
})

test('the order of the words changes nothing', () => {
  fc.assert(
    fc.property(anyCar, fc.array(fc.nat(), { minLength: 8, maxLength: 8 }), (car, keys) => {
      const words = slugOf(textOf(car)).split('-').slice(0, 8)
      // The last word may be an unfinished year.
      fc.pre(!words.some((word) => /^(?:\d|19\d|20\d)$/.test(word)))
      const mixed = words
        .map((word, index) => ({ word, key: keys[index] ?? 0 }))
        .toSorted((a, b) => a.key - b.key)
        .map(({ word }) => word)
      const texts = (asked: string[]) => find(asked.join(' '), Infinity).map(textOf)
      expect(texts(mixed)).toEqual(texts(words))
    }),
  )
})

test('any text gets cars that were sold in their year, each once, at most as many as asked for', () => {
  const word = fc.oneof(
    fc.constantFrom('golf', 'vw', 'm', '3', '14', '2014', 'ford', 'f', '150', 'c', '19', '201'),
    fc.string({ maxLength: 6 }),
  )
  fc.assert(
    fc.property(fc.array(word, { maxLength: 4 }), fc.nat({ max: 20 }), (words, limit) => {
      const found = find(words.join(' '), limit)
      expect(found.length).toBeLessThanOrEqual(limit)
      expect(new Set(found.map(textOf)).size).toBe(found.length)
      for (const { make, model, year } of found) {
        const sold = model ? [model] : make.models
        if (year !== null) expect(sold.some(({ years }) => hasYear(years, year))).toBe(true)
      }
    }),
  )
})
