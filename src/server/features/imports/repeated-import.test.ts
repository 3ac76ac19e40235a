import { expect, test } from 'vitest'
import { imports } from '#contract/imports/imports.ts'
import { manageProducts } from '#contract/products/manage-products.ts'
import { orders } from '#contract/orders/orders.ts'
import { products } from '#contract/products/products.ts'
import { fileOf, openImportTests } from '../../testing/steps/import-actions.ts'
import { orderOf, type Part } from '../../testing/payments.ts'
import { processImports } from './process-imports.ts'
import { productImports } from './product-imports.ts'

const { shop, anna, desk } = await openImportTests()
const mia = await shop.signIn()

async function order(part: Part, quantity: number) {
  const { status } = await shop.call(mia, orders.place, { body: orderOf(part, quantity) })
  expect(status).toBe(200)
}

const changeStock = (id: string, delta: number) =>
  shop.call(anna, manageProducts.stock, { params: { id }, body: { delta, reason: 'Delivered' } })

const importedBefore = 'This file was imported before, so its units would be added twice'

/** @shows row-85 */
test('a file that was checked twice adds its units once, and again only after an undo', async () => {
  const { id } = await shop.stock({ quantity: 10 })
  const rows = (await desk.exported()).map((row) => ({ ...row, Stock: '60' }))
  const [first, second] = [await desk.check(rows), await desk.check(rows)]
  expect(second.counts).toMatchObject({ changed: 1, wrong: 0 })
  await desk.work('apply', first)
  expect(await desk.work('apply', second)).toMatchObject({
    state: 'checked',
    problem: expect.stringContaining(importedBefore),
  })
  expect(await desk.quantityOf(id)).toBe(60)
  await desk.work('undo', first)
  expect(await desk.quantityOf(id)).toBe(10)
  expect(await desk.work('apply', second)).toMatchObject({ state: 'applied', problem: null })
  expect(await desk.quantityOf(id)).toBe(60)
})

test('two nodes that process imports of one file at once apply one of them', async () => {
  const { id } = await shop.stock({ quantity: 10 })
  const rows = (await desk.exported()).map((row) => ({ ...row, Stock: '60' }))
  const checked = [await desk.check(rows), await desk.check(rows)]
  const params = checked.map(({ _id }) => ({ id: _id }))
  await Promise.all(params.map((one) => shop.call(anna, imports.apply, { params: one, query: {} })))
  const standing = () =>
    Promise.all(
      params.map(async (one) => (await shop.call(anna, imports.one, { params: one })).body),
    )
  await expect
    .poll(
      async () => {
        await Promise.all([
          processImports(shop.shop, productImports),
          processImports(shop.shop, productImports),
        ])
        return (await standing()).map(({ state }) => state).toSorted()
      },
      { timeout: 30_000 },
    )
    .toEqual(['applied', 'checked'])
  const refused = (await standing()).find(({ state }) => state === 'checked')
  expect(refused?.problem).toContain(importedBefore)
  expect(await desk.quantityOf(id)).toBe(60)
})

test('a file without stock changes can be imported repeatedly', async () => {
  const { id } = await shop.stock({ price: 1000 })
  const rows = (await desk.exported()).map((row) => ({ ...row, Price: '11' }))
  const [first, second] = [await desk.check(rows), await desk.check(rows)]
  await desk.work('apply', first)
  expect((await desk.work('apply', second)).problem).toContain('was changed by somebody else')
  await shop.database.pool.query('update products set price_cents = 1200 where id = $1', [id])
  expect(await desk.work('apply', await desk.check(rows))).toMatchObject({ state: 'applied' })
})

const counted = (id: string, stock: number) => [{ Id: id, Stock: String(stock) }]

test('a stock count that was checked twice applies once, and again after an undo', async () => {
  const part = await shop.stock({ quantity: 100 })
  const rows = counted(part.id, 150)
  const [first, second] = [await desk.check(rows), await desk.check(rows)]
  await order(part, 30)
  expect(await desk.work('apply', first)).toMatchObject({ state: 'applied' })
  expect((await desk.work('apply', second)).problem).toContain(
    `“${part.name}” (line 2) had its stock changed by somebody else`,
  )
  expect(await desk.quantityOf(part.id)).toBe(150 - 30)
  // One that is checked now says by how much the current stock differs.
  expect((await desk.check(rows)).counts).toMatchObject({ changed: 1, wrong: 0 })
  await desk.work('undo', first)
  expect(await desk.work('apply', second)).toMatchObject({ state: 'applied' })
  expect(await desk.quantityOf(part.id)).toBe(150 - 30)
})

/** @shows row-85 */
test('a stock count applies until another stock change, a difference applies afterwards too', async () => {
  const [one, two] = [await shop.stock({ quantity: 100 }), await shop.stock({ quantity: 100 })]
  const count = await desk.check(counted(one.id, 150))
  const difference = await desk.check([{ Id: two.id, Stock: '150', 'Stock before': '100' }])
  for (const { id } of [one, two]) expect((await changeStock(id, 50)).status).toBe(200)
  expect((await desk.work('apply', count)).problem).toContain('had its stock changed')
  expect(await desk.work('apply', difference)).toMatchObject({ state: 'applied' })
  expect([await desk.quantityOf(one.id), await desk.quantityOf(two.id)]).toEqual([150, 200])
})

const added = (name: string) => ({
  Name: name,
  Price: '5',
  Stock: '60',
  Description: 'A new part',
  Picture: '/parts/x.svg',
})

test('a file does not add a product again that was renamed since', async () => {
  const file = [added(`New ${crypto.randomUUID()}`)]
  const [first, second] = [await desk.check(file), await desk.check(file)]
  await desk.work('apply', first)
  const { product } = (await desk.rowsOf(first))[0]!
  await shop.database.pool.query(`update products set name = 'Was ' || name where id = $1`, [
    product,
  ])
  expect((await desk.work('apply', second)).problem).toContain(importedBefore)
  const third = (await desk.send(fileOf(file))).body
  expect(third.counts).toMatchObject({ new: 0, wrong: 1 })
  expect((await desk.rowsOf(third))[0]!.problems.join()).toContain(importedBefore)
  // A product that was deleted since can be imported again.
  await shop.call(anna, products.remove, { params: { id: String(product) } })
  expect(await desk.work('apply', second)).toMatchObject({ state: 'applied' })
})

test('an undo removes added units of products that were archived since', async () => {
  const checked = await desk.check([added(`New ${crypto.randomUUID()}`)])
  await desk.work('apply', checked)
  const id = String((await desk.rowsOf(checked))[0]!.product)
  await shop.call(anna, products.remove, { params: { id } })
  const archivedAt = async () =>
    (await shop.database.pool.query('select archived_at from products where id = $1', [id])).rows[0]
  const before = await archivedAt()
  expect(await desk.work('undo', checked)).toMatchObject({ state: 'undone', keptRows: 0 })
  expect(await archivedAt()).toEqual(before)
  await shop.call(anna, manageProducts.restore, { params: { id } })
  expect(await desk.quantityOf(id)).toBe(0)
})
