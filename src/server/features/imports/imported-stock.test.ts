import { expect, test } from 'vitest'
import { imports } from '#contract/imports/imports.ts'
import { orders } from '#contract/orders/orders.ts'
import { holdLock } from '../../testing/held-lock.ts'
import { openImportTests } from '../../testing/steps/import-actions.ts'
import { orderOf, type Part } from '../../testing/payments.ts'
import { processImports } from './process-imports.ts'
import { productImports } from './product-imports.ts'

const { shop, anna, desk } = await openImportTests()
const mia = await shop.signIn()

async function order(part: Part, quantity: number) {
  const { status } = await shop.call(mia, orders.place, { body: orderOf(part, quantity) })
  expect(status).toBe(200)
}

test('a file adds its stock once, and again only after an undo', async () => {
  const { id } = await shop.stock({ quantity: 10 })
  const rows = (await desk.exported()).map((row) => ({ ...row, Stock: '60' }))
  const first = await desk.check(rows)
  await desk.work('apply', first)
  const again = await desk.check(rows)
  expect(again.counts).toMatchObject({ changed: 0, wrong: 1 })
  expect((await desk.rowsOf(again))[0]!.problems.join()).toContain('imported before')
  expect(await desk.quantityOf(id)).toBe(60)
  await desk.work('undo', first)
  expect((await desk.check(rows)).counts).toMatchObject({ changed: 1, wrong: 0 })
})

/** @shows row-85 */
test('an import adds its units to the current stock and keeps sales since the export', async () => {
  const part = await shop.stock({ quantity: 100 })
  const rows = await desk.exported()
  await order(part, 30)
  // Untouched rows say what the stock was, and change nothing.
  expect((await desk.check(rows)).counts).toMatchObject({ changed: 0, unchanged: 1 })
  const checked = await desk.check(rows.map((row) => ({ ...row, Stock: '150' })))
  await order(part, 20)
  expect(await desk.work('apply', checked)).toMatchObject({ state: 'applied' })
  expect(await desk.quantityOf(part.id)).toBe(100 - 30 - 20 + 50)
})

/** @shows row-85 */
test('an undo keeps sales since the import', async () => {
  const [less, more] = [await shop.stock({ quantity: 100 }), await shop.stock({ quantity: 5 })]
  const rows = await desk.exported()
  const checked = await desk.check(
    rows.map((row) => ({ ...row, Stock: row['Id'] === less.id ? '60' : '55' })),
  )
  await desk.work('apply', checked)
  await order(less, 20)
  await order(more, 30)
  const undone = await desk.work('undo', checked)
  expect(undone).toMatchObject({ state: 'undone', keptRows: 1 })
  expect(await desk.quantityOf(less.id)).toBe(100 - 20)
  // 25 are left of which 50 came: they go, and nothing falls below zero.
  expect(await desk.quantityOf(more.id)).toBe(0)
  expect((await desk.rowsOf(checked, { kept: 'true' })).map(({ note }) => note)).toEqual([
    '25 of 50 units are gone and do not come back',
  ])
})

/** @shows row-85 */
test('insufficient stock refuses the whole import', async () => {
  const [one, two] = [await shop.stock({ quantity: 40 }), await shop.stock({ quantity: 40 })]
  const rows = await desk.exported()
  const checked = await desk.check(rows.map((row) => ({ ...row, Stock: '10', Price: '9' })))
  await order(two, 20)
  const refused = await desk.work('apply', checked)
  expect(refused).toMatchObject({
    state: 'checked',
    problem: expect.stringContaining(`“${two.name}” (line 3) has only 20 units left`),
  })
  expect([await desk.quantityOf(one.id), await desk.quantityOf(two.id)]).toEqual([40, 20])
})

test('a failure on one node does not revert an import that another node has finished', async () => {
  const part = await shop.stock({ quantity: 40 })
  const checked = await desk.check((await desk.exported()).map((row) => ({ ...row, Stock: '10' })))
  await order(part, 20)
  const { pool } = shop.database
  await pool.query(`update product_imports set state = 'applying' where id = $1`, [checked._id])
  const held = await holdLock(shop, 'select from product_imports where id = $1 for update', [
    checked._id,
  ])
  const working = processImports(shop.shop, productImports)
  await held.areWaiting(1)
  await held.holder.query(`update product_imports set state = 'applied' where id = $1`, [
    checked._id,
  ])
  await held.release()
  await working
  const { body } = await shop.call(anna, imports.one, { params: { id: checked._id } })
  expect(body).toMatchObject({ state: 'applied', problem: null })
})
