import { describe, expect, test } from 'vitest'
import { audit } from '#contract/audit.ts'
import { csvColumns } from '#contract/imports/imports.ts'
import { manageProducts } from '#contract/products/manage-products.ts'
import {
  allFields,
  editableFields,
  fieldSpec,
  listedFields,
  productFields,
} from '#contract/products/fields/product-fields.ts'
import { columnTitles } from '#contract/products/fields/shapes.ts'
import type { NumberField, ProductField } from '#contract/products/fields/product-fields.ts'
import { products } from '#contract/products/products.ts'
import type { NewProduct } from '#contract/products/products.ts'
import { openImportTests } from '../../testing/steps/import-actions.ts'

const { shop, anna, desk } = await openImportTests()

type Filled = { [F in ProductField]: Exclude<NewProduct[F], '' | undefined> }
type Samples = { [F in ProductField]: [Filled[F], Filled[F]] }

/** Two values of each field. */
const samples: Samples = {
  name: ['Quarter Panel', 'Rear Fender'],
  price: [145, 99.5],
  quantity: [64, 20],
  description: ['Stamped steel', 'Two\nlines, "quoted"'],
  img: ['/parts/quarter-panel.svg', '/parts/fender.svg'],
  partNumber: ['AP-1205', 'AP 77/3'],
  kind: ['body', 'suspension'],
  brand: ['Hella', 'Magneti Marelli'],
  minimumOrder: [1, 25],
  packSize: [4, 2],
  condition: ['new', 'refurbished'],
  weightGrams: [1250, 850],
  sizeMm: ['420 × 180 × 60', '90'],
  warrantyMonths: [24, 6],
  inTheBox: ['1 panel', '1 fender\n4 screws'],
  imgAlt: ['From the left', 'From the right'],
  breaks: [
    [{ from: 20, price: 50 }],
    [
      { from: 40, price: 6.5 },
      { from: 100, price: 6.25 },
    ],
  ],
  morePictures: ['/parts/door-rubber.svg The seal\n/parts/radiator.svg', '/parts/bonnet.svg'],
}

/** The least and the greatest value of each number. */
const bounds: { [F in NumberField]: [number, number] } = {
  price: [0.05, 999_999.99],
  quantity: [0, 1_000_000],
  minimumOrder: [1, 10_000],
  packSize: [1, 10_000],
  weightGrams: [1, 10_000_000],
  warrantyMonths: [1, 240],
}

const written = (name: NumberField, value: number) =>
  productFields[name].stored === 'cents' ? `$${value.toLocaleString('en-US')}` : String(value)

const valuesOf = (which: 0 | 1) =>
  // Safe: one value for each of the fields.
  Object.fromEntries(allFields.map((name) => [name, samples[name][which]])) as Filled

const [first, second] = [valuesOf(0), valuesOf(1)]

const only = <F extends ProductField>(names: readonly F[], product: Filled) =>
  // Safe: the named fields of a product.
  Object.fromEntries(names.map((name) => [name, product[name]])) as Pick<Filled, F>

const detailsOf = (product: Filled) => only(editableFields, product)

const add = async (body: NewProduct) =>
  (await shop.call(anna, products.add, { body })).body.insertedId

const shown = async (id: string) =>
  (await shop.call(undefined, products.one, { params: { id } })).body

/** The cells of a product with the second values, which is gone again. */
async function secondCells() {
  const id = await add(second)
  const cells = (await desk.exported()).find(({ Id }) => Id === id)
  await shop.call(anna, products.remove, { params: { id } })
  return cells
}

const isOptional = (name: ProductField) => fieldSpec(name).isOptional === true
const typeOf = { text: 'text', integer: 'integer', cents: 'integer', ladder: 'ARRAY' } as const
const isNumber = (name: ProductField) => typeOf[productFields[name].stored] === 'integer'

/** Columns of `products` that are not fields. */
const otherColumns = {
  id: 'set by the database',
  email: 'the admin who added the product, never shown',
  created_at: 'set by the database',
  archived_at: 'set by deleting and restoring',
  is_universal: 'a fitment',
  replaced_by: 'one of its numbers',
  uncovered_units: 'counted with reservations',
  beyond_half_at: 'counted with reservations',
}

describe('the table of fields', () => {
  test('has one place in files and forms for each field', () => {
    const positions = allFields.map((name) => productFields[name].position)
    expect(new Set(positions).size).toBe(positions.length)
  })

  // Safe: the keys of a constant.
  test.each(Object.keys(bounds) as NumberField[])(
    'accepts %s within its bounds only, and names them',
    async (name) => {
      const [least, greatest] = bounds[name]
      const step = productFields[name].stored === 'cents' ? 0.01 : 1
      const product = { ...first, partNumber: '', breaks: [] }
      const answerTo = (value: number) =>
        shop.call(anna, products.add, {
          body: { ...product, name: `Part ${crypto.randomUUID()}`, [name]: value },
        })
      for (const right of [least, greatest]) {
        const { body } = await answerTo(right)
        expect(await shown(body.insertedId)).toMatchObject({ [name]: right })
      }
      const named = `from ${written(name, least)} to ${written(name, greatest)}`
      for (const wrong of [least - step, greatest + step, least + step / 2]) {
        const { status, body } = await answerTo(wrong)
        expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining(named)])
      }
    },
  )
})

describe('the table of fields and the database', () => {
  test('have the same columns, types and optional values', async () => {
    const { rows } = await shop.database.pool.query(
      `select column_name as column, data_type as type, is_nullable = 'YES' as "isOptional"
       from information_schema.columns where table_name = 'products' and table_schema = 'public'`,
    )
    const fields = allFields.map((name) => ({
      column: productFields[name].column,
      type: typeOf[productFields[name].stored],
      isOptional: isOptional(name),
    }))
    const byColumn = rows.filter(({ column }) => !(column in otherColumns))
    expect(new Set(byColumn)).toEqual(new Set(fields))
    expect(rows).toHaveLength(fields.length + Object.keys(otherColumns).length)
  })

  test.each(allFields.filter(isNumber))('refuse a negative %s', async (name) => {
    const { id } = await shop.stock()
    const { column } = productFields[name]
    await expect(
      shop.database.pool.query(`update products set ${column} = -1 where id = $1`, [id]),
    ).rejects.toThrow('violates check constraint')
  })
})

describe('every field of a product', () => {
  test('is read as it was added, in the shop and by admins; lists leave the details out', async () => {
    const _id = await add(first)
    expect(await shown(_id)).toEqual({ _id, ...first })
    const query = { q: first.name }
    expect((await shop.call(undefined, products.list, { query })).body).toEqual([
      { _id, ...only(listedFields, first) },
    ])
    expect((await shop.call(anna, manageProducts.one, { params: { id: _id } })).body).toEqual({
      _id,
      ...first,
      archivedAt: null,
    })
  })

  test('may be left out or empty if it is optional, and is absent from the response then', async () => {
    const optional = allFields.filter(isOptional)
    const required = allFields.filter((name) => !isOptional(name))
    for (const nothing of [undefined, '']) {
      const empty = Object.fromEntries(optional.map((name) => [name, nothing]))
      const id = await add({ ...first, name: `Part ${crypto.randomUUID()}`, ...empty })
      expect(Object.keys(await shown(id))).toEqual(['_id', ...required])
    }
  })

  test('is changed by an edit, and is in the audit log with both values', async () => {
    const id = await add(first)
    const body = { ...detailsOf(second), seen: detailsOf(first) }
    const { status } = await shop.call(anna, manageProducts.change, { params: { id }, body })
    expect(status).toBe(200)
    expect(await shown(id)).toEqual({ _id: id, ...second, quantity: first.quantity })
    const [action] = (await shop.call(anna, audit.list, { query: { q: id } })).body
    const changed = action!.changes.map(({ field, before, after }) => [field, before !== after])
    expect(new Set(changed)).toEqual(
      new Set(editableFields.map((name) => [productFields[name].column, true])),
    )
  })

  test('is a column of the export, which imported again changes nothing', async () => {
    await add(first)
    const [row] = await desk.exported()
    expect(Object.keys(row!)).toEqual(Object.values(csvColumns))
    expect(Object.values(row!)).not.toContain('')
    expect((await desk.check([row!])).counts).toMatchObject({ unchanged: 1, wrong: 0 })
  })

  test('is changed by an import, and changed back by its undo', async () => {
    const cells = await secondCells()
    const id = await add(first)
    const { quantity } = first
    const row = { ...cells, Id: id, 'Stock before': String(quantity) }
    const checked = await desk.check([row])
    const [{ changes } = { changes: [] }] = await desk.rowsOf(checked)
    expect(new Set(changes.map(({ column }) => column))).toEqual(
      new Set(Object.values(columnTitles)),
    )
    const applied = await desk.work('apply', checked)
    expect(await shown(id)).toEqual({ _id: id, ...second })
    expect(await desk.work('undo', applied)).toMatchObject({ state: 'undone', keptRows: 0 })
    expect(await shown(id)).toEqual({ _id: id, ...first })
  })

  test('is set in a product that an import adds', async () => {
    const cells = await secondCells()
    const checked = await desk.check([{ ...cells, Id: '', 'Stock before': '' }])
    await desk.work('apply', checked)
    const [row] = await desk.rowsOf(checked)
    expect(await shown(row!.product!)).toEqual({ _id: row!.product, ...second })
  })

  test('keeps an edit since an import when the import is undone, and is named', async () => {
    const cells = await secondCells()
    const id = await add(first)
    const row = { ...cells, Id: id, Stock: '', 'Stock before': '' }
    const applied = await desk.work('apply', await desk.check([row]))
    const edited = { ...detailsOf(first), name: 'Hood', partNumber: 'AP-9', price: 77 }
    const body = { ...edited, seen: detailsOf(second) }
    await shop.call(anna, manageProducts.change, { params: { id }, body })
    expect(await desk.work('undo', applied)).toMatchObject({ keptRows: 1 })
    expect(await shown(id)).toMatchObject(edited)
    const [{ note } = { note: '' }] = await desk.rowsOf(applied)
    const titles = editableFields.map((name) => productFields[name].title.toLowerCase())
    expect(new Set(note!.replace('changed since, and left: ', '').split(', '))).toEqual(
      new Set(titles),
    )
  })
})
