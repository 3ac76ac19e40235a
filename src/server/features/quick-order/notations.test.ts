import { expect, test } from 'vitest'
import { readingsMax } from './reading.ts'
import { readList } from './quick-list.ts'

const readingsOf = (list: string) =>
  readList(list).map((listed) =>
    [listed, ...listed.others].map(({ part, quantity }) => [part, quantity]),
  )

/** @shows row-213 */
test.each([
  'AP-BD-1040-F 10,',
  'AP-BD-1040-F 10;',
  'AP-BD-1040-F 10.',
  'AP-BD-1040-F, 10.',
  'AP-BD-1040-F, 10;',
  'AP-BD-1040-F 10 pcs.',
  '1. AP-BD-1040-F 10',
  '1) AP-BD-1040-F 10',
  '12) 10 x AP-BD-1040-F',
  '1.\tAP-BD-1040-F\t10',
  '1. AP-BD-1040-F, 10',
  '- AP-BD-1040-F 10',
  '• AP-BD-1040-F 10',
  '* AP-BD-1040-F 10',
  '* AP-BD-1040-F, 10',
  'AP-BD-1040-F Quarter Panel 10',
  '10 x AP-BD-1040-F Quarter Panel',
  'AP-BD-1040-F Quarter Panel, 10',
  '1. AP-BD-1040-F Quarter Panel 10 $12.00',
  'AP-BD-1040-F 10 $12.00',
  'AP-BD-1040-F 10 $ 12',
  'AP-BD-1040-F 10 12 EUR',
  'AP-BD-1040-F 10 EUR 12.00',
  'AP-BD-1040-F 10 @ $12.00',
  'AP-BD-1040-F 10 @ 12.00',
  'AP-BD-1040-F 10 12.00 each',
  'AP-BD-1040-F 10 12.00 120.00',
  'AP-BD-1040-F 10 12,00 120,00',
  'AP-BD-1040-F 10 12,50 € 125,00 €',
  'AP-BD-1040-F 10 $1,200.00',
  'AP-BD-1040-F 10.00 $12.00 $120.00',
  'AP-BD-1040-F\t10\t12.00\t120.00',
  'AP-BD-1040-F\t10\t$12\tUSD',
  'AP-BD-1040-F (10)',
  'AP-BD-1040-F(10)',
  'AP-BD-1040-F\t(10)',
  'AP-BD-1040-F qty 10',
  'AP-BD-1040-F qty. 10',
  'AP-BD-1040-F Qty:10',
  'AP-BD-1040-F quantity: 10',
  'AP-BD-1040-F, quantity: 10',
  'AP-BD-1040-F Menge 10',
  'AP-BD-1040-F Stückzahl: 10',
  'Qty: 10 AP-BD-1040-F',
  'Anzahl 10 AP-BD-1040-F',
  'Qty: 10; AP-BD-1040-F',
  'AP-BD-1040-F|10',
  '| AP-BD-1040-F | 10 |',
  '| Part | Qty |\n|---|---:|\n| AP-BD-1040-F | 10 |',
  'AP-BD-1040-F|10\nAP-EL-7060, 20',
  'AP-BD-1040-F 10,00',
  'AP-BD-1040-F 10.00',
  'AP-BD-1040-F 10,0',
  'AP-BD-1040-F qty 10.00',
  'AP-BD-1040-F x 10.00',
  '10,00 x AP-BD-1040-F',
  'AP-BD-1040-F 10,00 Stk',
  'AP-BD-1040-F;10,00',
  'AP-BD-1040-F\t10.00',
  'AP-BD-1040-F\t10.00\tEA',
  'Part\tQty\nAP-BD-1040-F\t10,00',
  'Seal front door\t10\tAP-BD-1040-F',
  'Seal front door;AP-BD-1040-F;10 Stk',
  'Bosch\tSeal front door\tAP-BD-1040-F\t10\t12.00',
  'Name\tPart\tOEM\tQty\nSeal\tAP-BD-1040-F\t8T0941004AL\t10',
  'Qty\tOEM\tPart\n10\t8T0941004AL\tAP-BD-1040-F',
  'Name\tPart\tOEM\tQty\nSeal\t\tAP-BD-1040-F\t10',
])('reads ten of a part: %j', (list) => {
  expect(readingsOf(list)[0]).toContainEqual(['AP-BD-1040-F', '10'])
})

/** @shows row-213 */
test('reads the lines of a mail beside each other, and leaves its words', () => {
  const mail = `Hello,

please send:
1. AP-BD-1040-F 10,
2. AP-EL-7060 10.00;
AP-BD-1205 Quarter Panel 20.
Qty: 40 AP-EL-7061
--
Best regards`
  const rows = readList(mail)
  expect(rows.map(({ line, part, quantity }) => [line, part, quantity])).toEqual([
    [1, 'Hello', ''],
    [3, 'please send:', ''],
    [4, 'AP-BD-1040-F', '10'],
    [5, 'AP-EL-7060', '10'],
    [6, 'AP-BD-1205 Quarter Panel', '20'],
    [7, 'AP-EL-7061', '40'],
    [9, 'Best regards', ''],
  ])
})

/** @shows row-213 */
test.each([
  ['AP-BD-1040-F\t10.5', 'AP-BD-1040-F', '10.5'],
  ['AP-BD-1040-F 10.5', 'AP-BD-1040-F 10.5', ''],
  ['AP-BD-1040-F\t10,50', 'AP-BD-1040-F', '10,50'],
  ['AP-BD-1040-F\t10,000', 'AP-BD-1040-F', '10,000'],
  ['AP-BD-1040-F 10.50', 'AP-BD-1040-F', ''],
  ['AP-BD-1040-F 10.00 12.00', 'AP-BD-1040-F', '10 or 12'],
  ['AP-BD-1040-F 10.00 12.00 120.00', 'AP-BD-1040-F', '10 or 12 or 120'],
  ['AP-BD-1040-F\t10,00\t12,00', 'AP-BD-1040-F', '10 or 12'],
  ['AP-BD-1040-F $ 12', 'AP-BD-1040-F', ''],
  ['AP-BD-1040-F @ 12.00', 'AP-BD-1040-F', ''],
  ['AP-BD-1040-F 12.00 each', 'AP-BD-1040-F', ''],
  ['AP-BD-1040-F each 12.00', 'AP-BD-1040-F', ''],
  ['AP-BD-1040-F 12.00 EUR 120.00 EUR', 'AP-BD-1040-F', ''],
  ['AP-BD-1040-F\t12.00\tEUR', 'AP-BD-1040-F', '12.00'],
  ['10. AP-BD-1040-F', 'AP-BD-1040-F', ''],
  ['WX 100\t', 'WX 100', ''],
])('takes no price, fraction or position for a quantity: %j', (list, part, quantity) => {
  expect(readingsOf(list)[0]?.[0]).toEqual([part, quantity])
})

const numeralsOf = (list: string) =>
  readList(list).flatMap((listed) =>
    [listed, ...listed.others].map(({ part, quantity }) => `${quantity || '?'} of ${part}`),
  )

/** @shows row-213 */
test.each([
  ['31097\t1.000', ['1.000 of 31097']],
  ['31097;1.000', ['1.000 of 31097']],
  ['31097,1.000', ['1.000 of 31097']],
  ['31097 1.000', ['? of 31097 1.000', '1.000 of 31097']],
  ['31097;10,5', ['10,5 of 31097']],
  ['2450\t1,5', ['1,5 of 2450']],
  ['2450\t-5', ['-5 of 2450']],
  ['2450\t+5', ['+5 of 2450']],
  ["2450\t1'000", ["1'000 of 2450"]],
  ['2450\t4\u200B', ['4 of 2450']],
  ['2450\t\u202A4\u202C', ['4 of 2450']],
  ['31097\t10\t0.55\t5.50', ['10 of 31097']],
  ['4\t31097', ['31097 of 4', '4 of 31097']],
  ['4\t0.986.494.123', ['4 of 0.986.494.123', '0.986.494.123 of 4']],
])(
  'no cell that is written as a quantity is a part beside a number of digits alone: %j',
  (list, all) => {
    expect(numeralsOf(list)).toEqual(all)
  },
)

/** @shows row-213 */
test.each([
  'AP-BD-1205 004 AL 20',
  'AP-BD-1205 GRU 20',
  'AP-BD-1205 oder AP-EL-7060 20',
  'AP-BD-1205 Panel 20 and lamps 10',
  'Seal for AP-BD-1205 20',
  'ABS2 Quarter Panel 20',
])('words beside a number are its name only if nothing else may be meant: %j', (list) => {
  const parts = readingsOf(list)[0]?.map(([part]) => part)
  expect(parts).not.toContain('AP-BD-1205')
  expect(parts).not.toContain('ABS2')
})

/** @shows row-213 */
test('the digits of a part number are not a quantity with a unit', () => {
  expect(readingsOf('ST1205 Hose')[0]).not.toContainEqual(['Hose', '1205'])
})

/** @shows row-213 */
test('a price may be part of a number, and a list sign too', () => {
  expect(readingsOf('WX 12.50')[0]).toEqual([
    ['WX', ''],
    ['WX 12.50', ''],
  ])
  expect(readingsOf('WX 40,40')[0]).toEqual([
    ['WX 40', '40'],
    ['WX', ''],
    ['WX 40,40', ''],
  ])
  expect(readingsOf('1. 987 302')[0]).toContainEqual(['1. 987', '302'])
  expect(readingsOf('1. 987 302')[0]).toContainEqual(['1. 987 302', ''])
})

/** @shows row-213 */
test.each([
  ['many cells', Array.from({ length: 5000 }, (_, n) => `A${n}`).join('\t')],
  ['many numbers and names', Array.from({ length: 500 }, (_, n) => `AP-${n}000 Seal`).join(';')],
  ['every notation at once', '1. 4 x AP-BD-1205 qty 20 pcs 12,00 120,00'],
  ['a number, a name and prices', '1) AP-BD-1205 Quarter Panel qty 20 @ 12.00 120.00'],
  ['commas in numbers', '- AP-BD-1205 Quarter Panel, AP-EL-7060 Lamp, Left, Right 10 12,50'],
])('a line has at most ten readings: %s', (_, line) => {
  const [readings = []] = readingsOf(line)
  expect(readings.length).toBeGreaterThan(1)
  expect(readings.length).toBeLessThanOrEqual(readingsMax)
  expect(readingsMax).toBe(10)
})
