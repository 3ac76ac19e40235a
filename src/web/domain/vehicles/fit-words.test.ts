import { expect, test } from 'vitest'
import { fitSentence } from './fit-words.ts'

const car = '2014 Volkswagen Golf'
const petrol = { litres: 2.5, cylinders: null, fuel: 'petrol' as const }
const diesel = { litres: 2, cylinders: 4, fuel: 'diesel' as const }
const plain = { engines: [], notes: [] }

/** @shows row-148 */
test.each([
  ['fits', {}, 'Fits your 2014 Volkswagen Golf'],
  ['does-not-fit', {}, 'Does not fit your 2014 Volkswagen Golf'],
  ['universal', {}, 'Fits every car'],
  ['unknown', {}, 'Fit not confirmed for your 2014 Volkswagen Golf'],
  ['check', { engines: [petrol] }, 'Check engine: fits 2.5 L petrol'],
  [
    'check',
    { engines: [petrol, diesel], notes: ['manual gearbox only'] },
    'Check engine: fits 2.5 L petrol and 2.0 L 4-cylinder diesel; manual gearbox only',
  ],
  ['check', { notes: ['manual gearbox only'] }, 'Check first: manual gearbox only'],
  ['check', {}, 'Check first'],
] as const)('%s with %j is “%s”', (verdict, conditions, sentence) => {
  expect(fitSentence({ ...plain, ...conditions, verdict } as never, car)).toBe(sentence)
})
