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

  test('reads a number alone as a part, never as a quantity', () => {
    expect(read('8210\n8210,40\n40,8210')).toEqual([
      ['8210', ''],
      ['8210', '40'],
      ['40', '8210'],
    ])
  })
})

test('a line with many blanks is parsed in linear time', () => {
  const line = `a${' '.repeat(400_000)}b`
  const began = performance.now()
  expect(read(line)).toEqual([[line, '']])
  // A regular expression that starts at each blank takes a minute or more.
  expect(performance.now() - began).toBeLessThan(15_000)
})
