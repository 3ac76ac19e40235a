import { describe, expect, test } from 'vitest'
import { imports } from '#contract/imports/imports.ts'
import { manageProducts } from '#contract/products/manage-products.ts'
import { products } from '#contract/products/products.ts'
import { decimal } from '#contract/formats/formatting.ts'
import { asText } from '../../http/csv.ts'
import { openImportTests } from '../../testing/steps/import-actions.ts'

const { shop, anna, desk } = await openImportTests()

/** Every column of every product that was there at the start. */
const productRows = async (among?: string[]) =>
  (
    await shop.database.pool.query(
      `select * from products where $1::uuid[] is null or id = any($1) order by id`,
      [among ?? null],
    )
  ).rows

/** @shows row-85 */
test('export, dry run, import and undo restore the database to its initial state', async () => {
  const odd = `=SUM(A1),"quoted";\nand 'two' lines ${crypto.randomUUID()}`
  await shop.call(anna, products.add, {
    body: {
      name: `Étrier ${crypto.randomUUID()}`,
      price: 18.79,
      quantity: 40,
      description: odd,
      img: '/parts/door-rubber.svg',
      partNumber: `AP ${crypto.randomUUID().slice(0, 8)}`,
      kind: 'suspension',
    },
  })
  for (let n = 0; n < 30; n += 1) await shop.stock({ price: 1000 + n, quantity: 10 * n })
  const start = await productRows()
  const ids = start.map(({ id }) => id as string)

  const rows = await desk.exported()
  expect(rows).toHaveLength(31)
  const again = await desk.check(rows)
  expect(again.counts).toEqual({ new: 0, changed: 0, unchanged: 31, wrong: 0, skipped: 0 })

  const changed = rows.map((row, n) => ({
    ...row,
    ...(n % 3 === 0 && { Price: decimal(Number(row['Price']) + 1) }),
    ...(n % 3 === 1 && { Stock: String(Number(row['Stock']) + 7), Kind: 'Brakes' }),
    ...(n === 0 && { Name: `${row['Name']} XL`, Description: asText('-20 °C, for winter') }),
  }))
  const added = {
    ...rows[1],
    Id: '',
    Name: `Brand new ${crypto.randomUUID()}`,
    'Part number': '',
    Price: '5.00',
    Stock: '25',
    'Stock before': '',
  }
  const checked = await desk.check([...changed, added])
  expect(checked.counts).toEqual({ new: 1, changed: 21, unchanged: 10, wrong: 0, skipped: 0 })
  // A dry run changes nothing.
  expect(await productRows()).toEqual(start)

  const applied = await desk.work('apply', checked)
  expect(applied).toMatchObject({ state: 'applied', progress: 1, problem: null })
  const now = await desk.exported()
  expect(now.map(({ Price, Stock }) => [Price, Stock])).toEqual(
    [...changed, added].map(({ Price, Stock }) => [Price, Stock]),
  )
  expect(now[0]).toMatchObject({ Description: "'-20 °C, for winter" })

  expect(await desk.work('undo', applied)).toMatchObject({
    state: 'undone',
    keptRows: 0,
    problem: null,
  })
  expect(await productRows(ids)).toEqual(start)
  // The added product has left the shop with all of its units; its history stays.
  const others = (await productRows()).filter(({ id }) => !ids.includes(id as string))
  expect(others).toEqual([
    expect.objectContaining({ name: added.Name, quantity: 0, archived_at: expect.any(Date) }),
  ])
  expect(await desk.exported()).toEqual(rows)
})

describe('an import', () => {
  /** @shows row-85, asvs-2.3.3 */
  test('changes nothing when a product was changed since the dry run', async () => {
    const [one, two] = [await shop.stock({ price: 1000 }), await shop.stock({ price: 1000 })]
    const checked = await desk.check(
      (await desk.exported()).map((row) => ({ ...row, Price: '11' })),
    )
    await shop.database.pool.query('update products set price_cents = 1200 where id = $1', [two.id])
    const refused = await desk.work('apply', checked)
    expect(refused.problem).toContain(`“${two.name}” (line 3) was changed by somebody else`)
    const kept = (await shop.call(anna, manageProducts.one, { params: { id: one.id } })).body
    expect(kept.price).toBe(10)
  })

  test('changes nothing when a name was taken since the dry run', async () => {
    const name = `Late ${crypto.randomUUID()}`
    const part = { Price: '5', Stock: '10', Description: 'A new part', Picture: '/parts/x.svg' }
    const checked = await desk.check([{ Name: name, ...part }])
    await shop.stock({ name })
    expect(await desk.work('apply', checked)).toMatchObject({
      state: 'checked',
      problem: expect.stringContaining('with the same name'),
    })
  })

  /** @shows row-85 */
  test('is applied once for repeated requests, with an audit entry per product', async () => {
    const { id } = await shop.stock({ price: 1000, quantity: 10 })
    const checked = await desk.check(
      (await desk.exported()).map((row) => ({ ...row, Price: '11', Stock: '15' })),
    )
    await Promise.all([desk.work('apply', checked), desk.work('apply', checked)])
    expect(await desk.quantityOf(id)).toBe(15)
    await desk.work('undo', checked)
    await desk.work('undo', checked)
    expect(await desk.quantityOf(id)).toBe(10)
    const { rows } = await shop.database.pool.query(
      `select action, before, after from admin_actions where target = $1 order by id`,
      [id],
    )
    const action = 'import-products'
    expect(rows).toEqual([
      {
        action,
        before: { price_cents: 1000, quantity: 10 },
        after: { price_cents: 1100, quantity: 15, reason: 'Import of list.csv' },
      },
      {
        action,
        before: { price_cents: 1100, quantity: 15 },
        after: { price_cents: 1000, quantity: 10, reason: 'Import of list.csv undone' },
      },
    ])
  })

  test('keeps later manual edits when it is undone, and reports them', async () => {
    const { id } = await shop.stock({ price: 1000 })
    const checked = await desk.check(
      (await desk.exported()).map((row) => ({
        ...row,
        Price: '11',
        Description: 'Imported words',
      })),
    )
    await desk.work('apply', checked)
    await shop.database.pool.query('update products set price_cents = 1500 where id = $1', [id])
    expect(await desk.work('undo', checked)).toMatchObject({ state: 'undone', keptRows: 1 })
    const { price, description } = (await shop.call(anna, manageProducts.one, { params: { id } }))
      .body
    expect([price, description]).toEqual([15, 'A part for tests'])
    expect((await desk.rowsOf(checked))[0]!.note).toBe('changed since, and left: price')
  })

  test.each(['apply', 'undo'] as const)(
    'is refused after its rows were purged: %s',
    async (what) => {
      const parts = await Promise.all([shop.stock(), shop.stock()])
      const rows = (await desk.exported()).map((row) => ({ ...row, Price: '11' }))
      const checked = await desk.check(rows)
      if (what === 'undo') await desk.work('apply', checked)
      const before = await productRows(parts.map(({ id }) => id))
      await shop.database.pool.query(
        'delete from product_import_rows where import_id = $1 and line = 2',
        [checked._id],
      )
      const { state, problem } = await desk.work(what, checked)
      expect([state, problem]).toEqual([
        what === 'undo' ? 'applied' : 'checked',
        'This file is too old. Nothing was changed',
      ])
      expect(await productRows(parts.map(({ id }) => id))).toEqual(before)
    },
  )

  test('cannot be undone before it was applied, and answers 404 for an unknown id', async () => {
    await shop.stock()
    const checked = await desk.check(await desk.exported())
    const early = await shop.call(anna, imports.undo, { params: { id: checked._id } })
    expect([early.status, early.body.code]).toEqual([409, 'not-in-this-state'])
    const id = crypto.randomUUID()
    for (const e of [imports.one, imports.apply, imports.undo]) {
      expect((await shop.call(anna, e, { params: { id } })).status).toBe(404)
    }
    expect((await shop.call(anna, imports.list, { query: {} })).body[0]).toMatchObject({
      _id: checked._id,
      fileName: 'list.csv',
      by: anna.email,
    })
  })
})
