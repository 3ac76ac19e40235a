import { expect, test } from 'vitest'
import { type QuickRow, withProblem } from '#contract/quick-order.ts'
import {
  listOf,
  nearestQuantity,
  renumbered,
  withChoice,
  withIds,
  withNews,
  withPrices,
  withoutTwins,
  withPart,
  withQuantity,
} from './edit-rows.ts'

const charges = { shippingCost: 4.9 }
const taillight = { _id: 'a', name: 'Taillight', price: 4, quantity: 100, img: '/parts/a.svg' }

const checked = (changes: Partial<QuickRow> = {}): QuickRow =>
  withProblem(
    {
      lines: [1],
      part: 'TL-40',
      quantity: 40,
      product: taillight,
      minimum: 10,
      shipping: null,
      total: null,
      problem: null,
      ...changes,
    },
    charges,
  )

const edited = (...rows: QuickRow[]) => withIds(rows)
const row = (changes: Partial<QuickRow> = {}) => edited(checked(changes))[0]!
const offers = (changes: Partial<QuickRow>) => nearestQuantity(row(changes))

function typed(text: string) {
  const { quantity, total, problem } = withQuantity(row(), text, charges)
  return [quantity, total, problem]
}

/** @shows row-132 */
test('a typed quantity is checked like the list', () => {
  expect(typed('20')).toEqual([20, 84.9, null])
  expect(typed('1,000')).toEqual([1000, 4000, 'too-many'])
  expect(typed('２０')).toEqual([20, 84.9, null])
  expect(typed('9')).toEqual([9, 40.9, 'too-few'])
  expect(typed('')).toEqual(['', null, 'no-quantity'])
  expect(typed('ten')).toEqual(['ten', null, 'not-a-quantity'])
})

/** @shows row-132 */
test('each row that cannot be ordered offers the nearest quantity that can', () => {
  const packed = { ...taillight, quantity: 50, packSize: 4 }
  expect(offers({})).toBeUndefined()
  expect(offers({ quantity: 400 })).toBe(100)
  expect(offers({ quantity: 9 })).toBe(10)
  expect(offers({ quantity: '' })).toBe(10)
  expect(offers({ product: packed, minimum: 12, quantity: 13 })).toBe(16)
  expect(offers({ product: packed, minimum: 12, quantity: 60 })).toBe(48)
  expect(offers({ product: { ...taillight, quantity: 9 } })).toBeUndefined()
  expect(offers({ product: null })).toBeUndefined()
})

/** @shows row-132 */
test('a refusal shows the remaining stock at its rows, and leaves the others', () => {
  const rows = edited(
    checked(),
    checked({ lines: [2], product: { ...taillight, _id: 'b' } }),
    checked({ lines: [3], product: null, part: 'XX-1' }),
  )
  const short = withNews(rows, [{ product: 'b', available: 5 }], charges)
  expect(short.map(({ problem }) => problem)).toEqual([null, 'too-many', 'not-found'])
  expect(short[1]?.product?.quantity).toBe(5)
})

/** @shows row-132, row-172 */
test('rows get current prices and show the previous one, and keep the stock that was seen', () => {
  const b = { ...taillight, _id: 'b', breaks: [{ from: 40, price: 3 }] }
  const rows = edited(
    checked(),
    checked({ lines: [2], product: b }),
    checked({ lines: [3], product: null }),
  )
  const now = [
    checked({ product: { ...taillight, price: 5, quantity: 30 } }),
    checked({ lines: [2], product: { ...b, price: 9 } }),
  ]
  const after = withPrices(rows, now, charges)
  expect(after.map(({ priceBefore, total, problem }) => [priceBefore, total, problem])).toEqual([
    [4, 200, null],
    [undefined, 120, null],
    [undefined, null, 'not-found'],
  ])
})

/** @shows row-132 */
test('a row gets another part, and twins are added up', () => {
  const other = { ...taillight, _id: 'b', name: 'Door rubber', quantity: 60 }
  const rows = edited(checked({ product: other }), checked({ lines: [2], quantity: 30 }))
  const found = checked({ part: 'DR-1', product: other, quantity: 1 })
  const replaced = withPart(rows[1]!, found, charges)
  expect([replaced._id, replaced.part, replaced.quantity]).toEqual(['2', 'DR-1', 30])
  const [only, ...others] = withoutTwins([rows[0]!, replaced], charges)
  expect([only?.quantity, only?.problem, others]).toEqual([70, 'too-many', []])
  // Without a number there is nothing to add.
  const unread = withQuantity(replaced, 'ten', charges)
  expect(withoutTwins([rows[0]!, unread], charges)).toHaveLength(2)
})

/** @shows row-161 */
test('a row of several numbers keeps each once, its own first; the choice of a part keeps its number', () => {
  const via = { kind: 'oem', brand: 'Audi', number: '1K0 698 151' } as const
  const barcode = { ...via, kind: 'barcode', number: '4012345678901' } as const
  const rows = edited(
    checked(),
    checked({ lines: [2], via }),
    checked({ lines: [3], via: barcode }),
  )
  const [merged, ...others] = withoutTwins([...rows, ...edited(checked({ via }))], charges)
  expect(merged).toMatchObject({ via, alsoVia: [barcode], lines: [1, 2, 3, 1], quantity: 160 })
  expect(others).toEqual([])
  const several = row({ via, others: [{ ...taillight, _id: 'b' }] })
  expect(withChoice(several, taillight, charges)).toMatchObject({ via, problem: null })
  expect(withPart(merged!, checked(), charges)).not.toHaveProperty('alsoVia')
})

/** @shows row-132 */
test('the list of the table is read back as its rows', () => {
  const rows = edited(
    checked({ lines: [3] }),
    checked({ lines: [5], part: 'Rim 17" steel, wide', quantity: '' }),
    checked({ lines: [6], part: '8210', quantity: '' }),
  )
  expect(listOf(rows)).toBe('TL-40,40\n"Rim 17"" steel, wide",\n8210')
  expect(renumbered(rows).map(({ lines, _id }) => [lines, _id])).toEqual([
    [[1], '3'],
    [[2], '5'],
    [[3], '6'],
  ])
})
