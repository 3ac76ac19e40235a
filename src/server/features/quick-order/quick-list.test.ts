import { describe, expect, test } from 'vitest'
import { readList } from './quick-list.ts'

const read = (list: string) => readList(list).map(({ part, quantity }) => [part, quantity])

describe('a list is read', () => {
  test.each([
    ['with commas', 'TL-40,40\nTaillight assembly, 20'],
    ['with semicolons, as in European spreadsheets', 'TL-40;40\r\nTaillight assembly;20\r\n'],
    ['with tabs, as pasted from a spreadsheet', 'TL-40\t40\nTaillight assembly\t20'],
    ['with blanks, as typed on a phone', 'TL-40 40\n\nTaillight assembly  20\n'],
    ['with the quantity first', '40,TL-40\n20 x Taillight assembly'],
    ['with headings', 'Part number,Quantity\nTL-40,40\nTaillight assembly,20'],
    ['with headings in another order', 'Qty;Remark;SKU\n40;soon;TL-40\n20;;Taillight assembly'],
    ['with quotation marks', '"TL-40","40"\n"Taillight assembly",20,'],
  ])('%s', (_, list) => {
    expect(read(list)).toEqual([
      ['TL-40', '40'],
      ['Taillight assembly', '20'],
    ])
  })

  test('parses line numbers', () => {
    const lines = readList('Part,Quantity\n\nTL-40,40\n\n,,\nTL-41,20').map(({ line }) => line)
    expect(lines).toEqual([3, 6])
  })

  test('keeps missing and invalid values as typed', () => {
    expect(read('TL-40\nTL-41,\n,40\nTL-42,forty\nTL-43,-5')).toEqual([
      ['TL-40', ''],
      ['TL-41', ''],
      ['', '40'],
      ['TL-42', 'forty'],
      ['TL-43', '-5'],
    ])
  })

  /** @shows row-132 */
  test('reads quoted names with separators and quotation marks', () => {
    expect(read('"Rim 17"" steel, wide",40\n"Taillight; left",20')).toEqual([
      ['Rim 17" steel, wide', '40'],
      ['Taillight; left', '20'],
    ])
  })

  /** @shows row-82 */
  test('accepts inch marks and an unclosed quotation mark', () => {
    expect(read('Rim 17",40')).toEqual([['Rim 17"', '40']])
    expect(read('"TL-40,40\nTL-41,20')).toEqual([
      ['"TL-40', '40'],
      ['TL-41', '20'],
    ])
  })

  /** @shows row-213 */
  test.each([
    ['tabs', 'AP-BD-1040-F\t12,000', 'AP-BD-1040-F', '12,000'],
    ['semicolons', 'AP-BD-1040-F;12,000', 'AP-BD-1040-F', '12,000'],
    ['tabs, under headings', 'Part\tQuantity\nAP-BD-1040-F\t12,000', 'AP-BD-1040-F', '12,000'],
    ['blanks', 'AP-1\t20\nAP-BD-1040-F 12,000', 'AP-BD-1040-F', '12,000'],
    ['tabs, and a name with commas', 'AP-BD-1040-F\tDisc, front, left\t40', 'AP-BD-1040-F', '40'],
    ['tabs, and a price with cents', 'AP-BD-1040-F\t68.00\t40', 'AP-BD-1040-F', '40'],
    ['tabs, but this line by a comma', 'AP-1\t20\nAP-BD-1040-F, 40', 'AP-BD-1040-F', '40'],
  ])('reads one quantity of a list with %s', (_, list, part, quantity) => {
    expect(read(list).at(-1)).toEqual([part, quantity])
  })

  /** @shows row-213 */
  test.each([
    ['10\tAP-BD-1040-F\t40', '10 or 40'],
    ['AP-BD-1040-F\t68\t40', '68 or 40'],
    ['AP-BD-1040-F;68;40', '68 or 40'],
    ['AP-BD-1040-F,12,000', '12 or 12,000'],
    ['AP-BD-1040-F,12,500', '12 or 500 or 12,500'],
    ['Part,Quantity\nAP-BD-1040-F,12,000', '12 or 12,000'],
    ['10\tAP-BD-1040-F\t40\n20\tAP-2\t10\n40\tAP-3\t5', '10 or 40'],
  ])('asks which of several numbers is the quantity: %j', (list, quantity) => {
    expect(read(list)[0]).toEqual(['AP-BD-1040-F', quantity])
  })

  /** @shows row-213 */
  test.each([1, 10])('leaves out positions that count by %i', (step) => {
    const list = `${step}\tAP-1\t40\n${2 * step}\tAP-2\t20\n${3 * step}\t8210\t5`
    expect(read(list)).toEqual([
      ['AP-1', '40'],
      ['AP-2', '20'],
      ['8210', '5'],
    ])
  })

  /** @shows row-213 */
  test.each([
    '6PK1070 x 4',
    '6PK1070 x4',
    '6PK1070 *4',
    '6PK1070 × 4',
    '6PK1070: 4',
    '6PK1070:4',
    '6PK1070×4',
    '6PK1070 4 pcs',
    '6PK1070 4pc',
    '6PK1070 pcs. 4',
    '6PK1070 4 Stück',
    '4 pcs 6PK1070',
    '4Stk. 6PK1070',
    '4 St. 6PK1070',
    '4x 6PK1070',
    '4 * 6PK1070',
    '6PK1070;4 Stk',
    '6PK1070\t4 ea',
    '6PK1070,x4',
    '6PK1070,pcs 4',
    '6PK1070;4;Stück',
    '4;Stk;6PK1070',
    '4 each;6PK1070',
    'Part,Qty\n6PK1070,4 units',
  ])('reads the quantity 4 with its unit or sign: %j', (list) => {
    expect(read(list)).toEqual([['6PK1070', '4']])
  })

  /** @shows row-213 */
  test('a unit beside another number is a quantity to choose from', () => {
    expect(read('6PK1070;68;4 pcs')).toEqual([['6PK1070', '68 or 4']])
    expect(read('4 pcs;6PK1070;68')).toEqual([['6PK1070', '4 or 68']])
  })

  /** @shows row-213 */
  test.each([
    [
      'WX 100 50',
      [
        ['WX 100', '50'],
        ['WX 100 50', ''],
      ],
    ],
    [
      '4 6PK1070',
      [
        ['4 6PK1070', ''],
        ['6PK1070', '4'],
      ],
    ],
    [
      'ABS unit 2',
      [
        ['ABS', '2'],
        ['ABS unit', '2'],
        ['ABS unit 2', ''],
      ],
    ],
    [
      '4 x Hose',
      [
        ['Hose', '4'],
        ['4 x Hose', ''],
        ['x Hose', '4'],
      ],
    ],
    ['6PK1070', [['6PK1070', '']]],
    [
      '40;X 100',
      [
        ['40', '100'],
        ['X 100', '40'],
      ],
    ],
    [
      '8210;4 pcs',
      [
        ['8210', '4'],
        ['4 pcs', '8210'],
      ],
    ],
    [
      '1ST;Starter;40',
      [
        ['Starter', '1 or 40'],
        ['1ST', '40'],
        ['Starter', '40'],
      ],
    ],
  ])('a line has every reading of its words: %j', (list, readings) => {
    const [first, ...others] = readList(list).flatMap((listed) => [listed, ...listed.others])
    expect([first, ...others].map((each) => [each?.part, each?.quantity])).toEqual(readings)
  })

  /** @shows row-213 */
  test.each([
    ['Menge;Bezeichnung;Artikelnummer\n4;Keilrippenriemen;6PK1070'],
    ['Artikel-Nr.;Anzahl\n6PK1070;4'],
    ['Pos;Teilenummer;Stück\n1;6PK1070;4 Stk'],
    ['Bezeichnung\tMenge\n6PK1070\t4'],
    ['Product name,Item no.,Qty\nBelt,6PK1070,4'],
  ])('reads headings in English and German, a number before a name: %j', (list) => {
    expect(read(list)).toEqual([['6PK1070', '4']])
  })

  test('a first line with a unit is not a heading', () => {
    expect(read('TL-40;40;pcs\nTL-41;20;pcs')).toEqual([
      ['TL-40', '40'],
      ['TL-41', '20'],
    ])
    expect(read('TL-40;Stück\nTL-41;20')[0]).toEqual(['TL-40', 'Stück'])
  })

  /** @shows row-213 */
  test.each([
    ['８Ｔ０９４１　４０', '８Ｔ０９４１', '４０'],
    ['8T0941;４０', '8T0941', '４０'],
    ['４０ x 8T0941', '8T0941', '４０'],
  ])('reads full-width digits as digits: %j', (list, part, quantity) => {
    expect(read(list)).toEqual([[part, quantity]])
  })

  /** @shows row-213 */
  test.each([
    ['8T0941004AL 40, 6PK1070 4', '8T0941004AL 40; 6PK1070 4'],
    ['8T0941004AL 40; 6PK1070 4; TL-40 10', '8T0941004AL 40; 6PK1070 4; TL-40 10'],
    ['40 x 8T0941004AL, 4 6PK1070', '40 x 8T0941004AL; 4 6PK1070'],
    ['4006381333931, 96385074', '4006381333931; 96385074'],
    ['4006381333931 36000291452', '4006381333931; 36000291452'],
  ])('several items on a line are one row to correct: %j', (list, part) => {
    expect(read(list)).toEqual([[part, '']])
  })

  test.each([
    ['40\t4006381333931', '4006381333931', '40'],
    ['6PK1070\t4006381333931\t40', '6PK1070', '40'],
    ['4006381333931;Belt;40', '4006381333931', '40'],
  ])('a barcode is not a quantity: %j', (list, part, quantity) => {
    expect(read(list)).toEqual([[part, quantity]])
  })

  test('reads a number alone as a part, never as a quantity', () => {
    expect(read('8210\n8210,40\n40,8210')).toEqual([
      ['8210', ''],
      ['8210', '40'],
      ['40', '8210'],
    ])
  })
})

test.each([
  ['a', 'b'],
  ['1', 'b'],
  ['a', '1 b 1'],
])('a line with many blanks between %j and %j is parsed in linear time', (start, end) => {
  const line = `${start}${' '.repeat(400_000)}${end}`
  const began = performance.now()
  expect(read(line)[0]?.join(' ').trim()).toBe(`${start} ${end}`)
  // A regular expression that starts at each blank takes a minute or more.
  expect(performance.now() - began).toBeLessThan(15_000)
})
