import { expect, test } from 'vitest'
import { quickProblems } from '#contract/quick-order.ts'
import {
  isOrderable,
  linesSentence,
  listWithout,
  problemSentence,
  rowsWithout,
} from './quick-list.ts'

const row = {
  lines: [2],
  part: 'TL-40',
  quantity: 40,
  product: { _id: 'a', name: 'Taillight', price: 68, quantity: 100, img: '/parts/a.svg' },
  minimum: 10,
  shipping: 0,
  total: 2720,
  problem: null,
}

test('rows without errors can be ordered, and each error has a message', () => {
  expect([isOrderable(row), problemSentence(row)]).toEqual([true, null])
  for (const problem of quickProblems) {
    expect([problem, isOrderable({ ...row, problem })]).toEqual([problem, false])
    expect(problemSentence({ ...row, problem })).toMatch(/\w/)
  }
  expect(problemSentence({ ...row, problem: 'too-few' })).toBe('Minimum order: 10 units')
  const items = { ...row, product: null, part: 'TL-40 40; TL-41 20', problem: 'not-found' } as const
  expect(problemSentence(items)).toBe('One part per line, please: “TL-40 40; TL-41 20”')
  const shared = { ...row, others: [row.product], problem: 'several' as const }
  expect(problemSentence(shared)).toBe('2 parts have the number “TL-40”. Choose one')
  const either = { ...shared, part: 'TL-40 or Taillight' }
  expect(problemSentence(either)).toBe('Which part is it: TL-40 or Taillight?')
  for (const [quantity, sentence] of [
    [25, 'Only 25 in stock'],
    [4, 'Only 4 left, below the minimum of 10'],
    [0, 'Out of stock'],
  ] as const) {
    const product = { ...row.product, quantity }
    expect(problemSentence({ ...row, product, problem: 'too-many' })).toBe(sentence)
  }
})

test('formats line numbers, also of merged lines', () => {
  expect(linesSentence({ lines: [2] })).toBe('Line 2')
  expect(linesSentence({ lines: [1, 3, 7] })).toBe('Lines 1, 3 and 7, added up')
})

/** @shows row-82 */
test('placed rows leave the list and other lines stay unchanged', () => {
  const list = 'Part,Quantity\nTL-40,40\nXX-1,10\nTL-41,20'
  expect(listWithout(list, [2, 4])).toBe('Part,Quantity\nXX-1,10')
  expect(listWithout('TL-40,40', [1])).toBe('')
  // Counts lines like the server, with any kind of line break.
  expect(listWithout('TL-40,40\r\nXX-1,10\rTL-41,20\u2028TL-42,30', [1, 3])).toBe(
    'XX-1,10\nTL-42,30',
  )
  const rows = [2, 3, 4].map((line) => ({ ...row, lines: [line] }))
  expect(rowsWithout(rows, [rows[0]!, rows[2]!])).toEqual([{ ...row, lines: [2] }])
})
