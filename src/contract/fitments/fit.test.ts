import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ChosenEngine, Engine } from '../vehicles/engines.ts'
import { positions, verdictOf } from './fit.ts'
import type { FitRow } from './fit.ts'

const any: FitRow = {
  litres: null,
  cylinders: null,
  fuel: null,
  position: null,
  perCar: null,
  note: null,
}

const row = (values: Partial<FitRow>): FitRow => ({ ...any, ...values })

const part = (...rows: FitRow[]) => ({ isUniversal: false, hasFitments: true, rows })

const petrol25 = { litres: 2.5, cylinders: null, fuel: 'petrol' } as const
const diesel20 = { litres: 2, cylinders: null, fuel: 'diesel' } as const

/** @shows row-141 */
describe('the verdict', () => {
  test('of a universal part is that it fits every car', () => {
    const universal = { isUniversal: true, hasFitments: false, rows: [] }
    expect(verdictOf(universal, 'other').verdict).toBe('universal')
  })

  test('of a part without any fitment is unknown', () => {
    expect(verdictOf({ ...part(), hasFitments: false }, petrol25).verdict).toBe('unknown')
  })

  test('of a part with fitments for other cars only is that it does not fit', () => {
    expect(verdictOf(part(), null).verdict).toBe('does-not-fit')
  })

  test.each<[string, ChosenEngine, FitRow[]]>([
    ['fits', null, [row({})]],
    ['fits', 'other', [row({})]],
    ['fits', petrol25, [row({ litres: 2.5 })]],
    ['fits', null, [row({ litres: 2.5 }), row({})]],
    ['check', null, [row({ litres: 2.5 })]],
    ['check', petrol25, [row({ litres: 2.5, cylinders: 5 })]],
    ['check', petrol25, [row({ note: 'not for the GTI' })]],
    ['does-not-fit', diesel20, [row({ litres: 2.5 })]],
    ['does-not-fit', 'other', [row({ litres: 2.5 })]],
    ['does-not-fit', diesel20, [row({ litres: 2, fuel: 'petrol' })]],
    ['does-not-fit', diesel20, [row({ fuel: 'petrol', note: 'not for the GTI' })]],
  ])('is %s for the engine %j and the fitments %j', (verdict, engine, rows) => {
    expect(verdictOf(part(...rows), engine).verdict).toBe(verdict)
  })

  test('names the engines that fit while the engine of the car is not known', () => {
    const rows = [row(petrol25), row(diesel20), row({ ...diesel20, position: 'front' })]
    expect(verdictOf(part(...rows), null).engines).toEqual([diesel20, petrol25])
    expect(verdictOf(part(row(petrol25), row(diesel20)), petrol25).engines).toEqual([])
  })

  test('has the notes of the fitments for this engine only, each once', () => {
    const rows = [
      row({ ...petrol25, note: 'manual gearbox only' }),
      row({ ...petrol25, note: 'manual gearbox only', position: 'rear' }),
      row({ ...diesel20, note: 'up to engine no. AVH 100000' }),
    ]
    expect(verdictOf(part(...rows), petrol25).notes).toEqual(['manual gearbox only'])
  })

  test('has the positions and the units for one car of the fitments that decide', () => {
    const rows = [
      row({ position: 'rear', perCar: 2 }),
      row({ position: 'front', perCar: 2 }),
      row({ position: 'left', perCar: 4, note: 'not for the GTI' }),
    ]
    expect(verdictOf(part(...rows), null)).toMatchObject({
      verdict: 'fits',
      positions: ['front', 'rear'],
      perCar: 2,
    })
  })

  test('has no units for one car if the fitments disagree', () => {
    expect(verdictOf(part(row({ perCar: 2 }), row({ perCar: 4 })), null).perCar).toBeNull()
  })
})

// Few values, so that cars and fitments often agree.
const known = {
  litres: fc.constantFrom(1.8, 2, 2.5),
  cylinders: fc.constantFrom(4, 5),
  fuel: fc.constantFrom('petrol' as const, 'diesel' as const),
}

/** A fully known engine. */
const wholeEngine: fc.Arbitrary<Engine> = fc.record(known)

const partialEngine: fc.Arbitrary<Engine> = fc.record({
  litres: fc.option(known.litres),
  cylinders: fc.option(known.cylinders),
  fuel: fc.option(known.fuel),
})

const fitRow: fc.Arbitrary<FitRow> = fc
  .record({
    position: fc.option(fc.constantFrom(...positions)),
    perCar: fc.option(fc.integer({ min: 1, max: 4 })),
    note: fc.option(fc.constantFrom('not for the GTI', 'manual gearbox only'), { freq: 1 }),
  })
  .chain((rest) => partialEngine.map((engine) => ({ ...rest, ...engine })))

const anyPart = fc
  .record({ isUniversal: fc.boolean(), rows: fc.array(fitRow, { maxLength: 4 }) })
  .chain(({ isUniversal, rows }) =>
    fc
      .boolean()
      .map((hasOthers) => ({ isUniversal, rows, hasFitments: hasOthers || rows.length > 0 })),
  )

/** The engine as somebody describes it who knows only some of its facts. */
const described = (engine: Engine, { litres, cylinders, fuel }: Record<keyof Engine, boolean>) => ({
  litres: litres ? engine.litres : null,
  cylinders: cylinders ? engine.cylinders : null,
  fuel: fuel ? engine.fuel : null,
})

const chosenFacts = fc.record({ litres: fc.boolean(), cylinders: fc.boolean(), fuel: fc.boolean() })

const runs = { numRuns: 2_000 }

/** @shows row-141 */
describe('for every part and car', () => {
  test('a certain verdict stays the same when more is known of the engine', () => {
    fc.assert(
      fc.property(anyPart, wholeEngine, chosenFacts, (all, engine, facts) => {
        const before = verdictOf(all, described(engine, facts)).verdict
        const after = verdictOf(all, engine).verdict
        if (before !== 'check') expect(after).toBe(before)
      }),
      runs,
    )
  })

  test('a verdict without an engine is that of an engine of which nothing is known', () => {
    const nothing = { litres: null, cylinders: null, fuel: null }
    fc.assert(
      fc.property(anyPart, (all) => {
        expect(verdictOf(all, null)).toEqual(verdictOf(all, nothing))
      }),
      runs,
    )
  })

  test('another engine fits exactly where no engine is required', () => {
    fc.assert(
      fc.property(anyPart, (all) => {
        const rows = all.rows.filter(
          ({ litres, cylinders, fuel }) => litres === null && cylinders === null && fuel === null,
        )
        expect(verdictOf(all, 'other')).toEqual(verdictOf({ ...all, rows }, null))
      }),
      runs,
    )
  })

  test('the order of the fitments does not matter, nor does a repeated one', () => {
    fc.assert(
      fc.property(
        anyPart.chain((all) =>
          fc.tuple(
            fc.constant(all),
            fc.shuffledSubarray(all.rows, { minLength: all.rows.length }),
            fc.subarray(all.rows),
          ),
        ),
        partialEngine,
        ([all, shuffled, repeated], engine) => {
          const rows = [...shuffled, ...repeated]
          expect(verdictOf({ ...all, rows }, engine)).toEqual(verdictOf(all, engine))
        },
      ),
      runs,
    )
  })

  test('each engine that is named can be that of the car, and then the part does not misfit', () => {
    fc.assert(
      fc.property(anyPart, partialEngine, (all, engine) => {
        for (const named of verdictOf(all, engine).engines) {
          const both = { ...engine, ...valuesOf(named) }
          expect(both).toEqual({ ...valuesOf(named), ...both, ...valuesOf(engine) })
          expect(['fits', 'check']).toContain(verdictOf(all, both).verdict)
        }
      }),
      runs,
    )
  })

  test('a fitment more turns no part that fits into one that does not', () => {
    fc.assert(
      fc.property(anyPart, fitRow, partialEngine, (all, added, engine) => {
        const rows = [...all.rows, added]
        const before = verdictOf(all, engine).verdict
        const after = verdictOf({ ...all, rows, hasFitments: true }, engine).verdict
        if (before === 'fits') expect(after).toBe('fits')
        if (before === 'check') expect(['check', 'fits']).toContain(after)
      }),
      runs,
    )
  })

  test('nothing is said of conditions unless they are to be checked', () => {
    fc.assert(
      fc.property(anyPart, partialEngine, (all, engine) => {
        const { verdict, engines, notes } = verdictOf(all, engine)
        expect(engines.length + notes.length > 0).toBe(verdict === 'check')
      }),
      runs,
    )
  })
})

/** The known facts alone. */
const valuesOf = (engine: Engine): Partial<Engine> =>
  Object.fromEntries(Object.entries(engine).filter(([, value]) => value !== null))
