import { describe, expect, test } from 'vitest'
import { positions } from '#contract/fitments/fit.ts'
import { fuels, engineText } from '#contract/vehicles/engines.ts'
import { readWrittenEngine } from './written-engine.ts'
import { readWrittenPosition } from './written-position.ts'
import { readWrittenYears } from './written-years.ts'

/** @shows row-248 */
describe('years of a catalogue', () => {
  test.each([
    ['2012', [[2012, 2012]], null],
    [
      '2012-2016, 2018',
      [
        [2012, 2016],
        [2018, 2018],
      ],
      null,
    ],
    [
      '2012 – 2016;2018',
      [
        [2012, 2016],
        [2018, 2018],
      ],
      null,
    ],
    ['2012-', [[2012, 2100]], null],
    ['2012+', [[2012, 2100]], null],
    ['2012 - Present', [[2012, 2100]], null],
    ['2012 to 2014', [[2012, 2014]], null],
    ['2012−2014', [[2012, 2014]], null],
    ['2012 & up', [[2012, 2100]], null],
    ['2012-up', [[2012, 2100]], null],
    ['2012-16', [[2012, 2016]], null],
    ['1998-13', [[1998, 2013]], null],
    ['05/2012-11/2016', [[2012, 2016]], '05/2012-11/2016'],
    ['05.2012-', [[2012, 2100]], '05.2012-'],
    ['', [], null],
  ])('%s are %j', (text, ranges, built) => {
    expect(readWrittenYears(text)).toEqual({ ranges, built })
  })

  test.each([
    ['2016-2012', '“2016-2012” are not years, such as 2012 or 2012-2016'],
    ['12-16', '“12-16” are not years, such as 2012 or 2012-2016'],
    ['2012--2014', '“2012--2014” are not years, such as 2012 or 2012-2016'],
    ['13/2012', '“13/2012” are not years, such as 2012 or 2012-2016'],
    ['1800', '“1800” are not years, such as 2012 or 2012-2016'],
    ['2002-06', '“2002-06” may be a month or years. Write 2002-2006'],
    ['2012-05', '“2012-05” are not years, such as 2012 or 2012-2016'],
    ['05/2016-04/2016', '“05/2016-04/2016” are not years, such as 2012 or 2012-2016'],
    ['2012, soon', '“2012, soon” are not years, such as 2012 or 2012-2016'],
  ])('%s are refused', (text, problem) => {
    expect(readWrittenYears(text)).toEqual({ problem })
  })
})

/** @shows row-248 */
describe('an engine of a catalogue', () => {
  test.each([
    ['', '', false],
    ['All', '', false],
    ['2.0 diesel', '2.0 L diesel', false],
    ['2.0 L gas', '2.0 L gas', false],
    ['1998cc', '2.0 L', false],
    ['1998 ccm diesel', '2.0 L diesel', false],
    ['4942cc', '', true],
    ['1950cc', '', true],
    ['4', '', true],
    ['6 diesel', 'diesel', true],
    ['5.0 8 cylinder', '5.0 L 8-cylinder', false],
    ['except 2.0L', '', true],
    ['Not diesel', '', true],
    ['Gas or Diesel', '', true],
    ['Gas Diesel', '', true],
    ['V6 or L4', '', true],
    ['Hybrid, Petrol', '', true],
    ['2.0T', '2.0 L', true],
    ['1.6 TDI', '1.6 L', true],
    ['N20B20', '', true],
    ['2.0L GAS', '2.0 L', true],
    ['2.0-gas', '2.0 L', true],
    ['2.0 LPG', '2.0 L gas', false],
    ['2.0L L4 GAS DOHC Turbo', '2.0 L 4-cylinder', true],
    ['8-290, VIN M', '', true],
    ['2.0 or 2.5 diesel', '', true],
    ['2.0L/2.5L', '', true],
    ['V6 3.0 V6', '3.0 L 6-cylinder', false],
    ['petrol or diesel', '', true],
    ['99.9 diesel', 'diesel', true],
    ['big', '', true],
  ])('%s is %s, and more: %s', (text, facts, hasMore) => {
    const read = readWrittenEngine(text)
    expect([engineText(read.engine), read.hasMore]).toEqual([facts, hasMore])
  })

  test('is read as it is exported', () => {
    for (const fuel of [null, ...fuels]) {
      for (const litres of [null, 0.1, 2, 20]) {
        for (const cylinders of [null, 1, 16]) {
          const engine = { litres, cylinders, fuel }
          expect(readWrittenEngine(engineText(engine))).toEqual({ engine, hasMore: false })
        }
      }
    }
  })
})

/** @shows row-248 */
describe('a position of a catalogue', () => {
  test.each([
    ['', null, false],
    ['N/A', null, false],
    ['Left Front', 'front-left', false],
    ['FL', 'front-left', false],
    ['RR', 'rear-right', false],
    ['LH', 'left', false],
    ['Driver Side', 'left', false],
    ['Front Axle', 'front', false],
    ['Front, Left', 'front-left', false],
    ['Front Left/Right', 'front', false],
    ['Front and Rear', null, false],
    ['both front', 'front', false],
    ['Front Upper', 'front', true],
    ['Front Left Upper', 'front-left', true],
  ])('%s is %s, and more: %s', (text, position, hasMore) => {
    expect(readWrittenPosition(text)).toEqual({ position, hasMore })
  })

  test.each(['middle', 'R', 'front middle'])('%s is refused', (text) => {
    expect(readWrittenPosition(text)).toBeUndefined()
  })

  test.each(positions)('%s is read as it is exported', (position) => {
    expect(readWrittenPosition(position)).toEqual({ position, hasMore: false })
  })
})
