import { expect, test } from 'vitest'
import { products } from '#contract/products/products.ts'
import { openImportTests } from '../../testing/steps/import-actions.ts'
import { priceSteps } from '../../testing/steps/prices.ts'

const { shop, desk } = await openImportTests()
const { setLadder } = priceSteps(shop)

const shown = async (id: string) =>
  (await shop.call(undefined, products.one, { params: { id } })).body

/** @shows row-165 */
test('a file sets, changes and keeps the ladder of a product', async () => {
  const { id, name } = await shop.stock({ price: 2373 })
  const set = await desk.check([{ Name: name, Breaks: '100:18.79;500:17.50' }])
  expect((await desk.rowsOf(set))[0]?.changes).toEqual([
    { column: 'Breaks', before: null, after: '100:18.79;500:17.50' },
  ])
  await desk.work('apply', set)
  const breaks = [
    { from: 100, price: 18.79 },
    { from: 500, price: 17.5 },
  ]
  expect(await shown(id)).toMatchObject({ breaks })
  const kept = await desk.check([{ Name: name, Breaks: '', Price: '24.00' }])
  await desk.work('apply', kept)
  expect(await shown(id)).toMatchObject({ price: 24, breaks })
})

/** @shows row-165 */
test.each([
  [
    { Breaks: '100' },
    'Breaks “100”: Units and price of each price break, such as 100:18.79; 500:17.50',
  ],
  [
    { Breaks: '100:30' },
    'Breaks “100:30”: The price from 100 units must be below the price of one',
  ],
  [{ Price: '18.79' }, 'Breaks: The price from 100 units must be below the price of one'],
])('a row with %j is wrong, and says why', async (cells, problem) => {
  const part = await shop.stock({ price: 2373 })
  await setLadder(part, [{ from: 100, price: 18.79 }])
  const checked = await desk.check([{ Name: part.name, ...cells }])
  expect(checked.counts).toMatchObject({ wrong: 1 })
  expect((await desk.rowsOf(checked))[0]?.problems).toEqual([problem])
})

/** @shows row-165 */
test('a file does not replace a ladder that has a rung more since its dry run', async () => {
  const part = await shop.stock({ price: 2373 })
  await setLadder(part, [{ from: 100, price: 18.79 }])
  const checked = await desk.check([{ Name: part.name, Breaks: '50:20' }])
  const since = [
    { from: 100, price: 18.79 },
    { from: 500, price: 17.5 },
  ]
  await setLadder(part, since)
  const refused = await desk.work('apply', checked)
  expect(refused.problem).toContain('was changed by somebody else')
  expect(await shown(part.id)).toMatchObject({ breaks: since })
})
