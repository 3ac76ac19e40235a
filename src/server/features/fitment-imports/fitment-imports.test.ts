import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { imports } from '#contract/imports/imports.ts'
import { golf, openFitmentImportTests, rowOf } from '../../testing/steps/fitment-files.ts'

const { shop, anna, desk, query, part, checksum, fitsOf, importNow } =
  await openFitmentImportTests()

/** @shows row-153 */
test('export, changes in a spreadsheet, import and undo bring back exactly what was there', async () => {
  const parts = [await part(), await part(), await part()]
  await importNow([
    rowOf(parts[0]!.number, { ...golf, Engine: '2.0 diesel', Position: 'front', 'Per car': '2' }),
    rowOf(parts[0]!.number, { ...golf, Model: 'Jetta', Note: '=not "the" GLI, ever' }),
    rowOf(parts[0]!.number, { ...golf, Make: 'Honda', Model: 'Civic', 'Year to': '2010' }),
    rowOf(parts[1]!.number, { ...golf, Engine: '5.0 8-cylinder petrol' }),
    rowOf(parts[2]!.number, { Universal: 'yes' }),
  ])
  const start = await checksum()
  const rows = await desk.exported()
  const again = await desk.check(rows)
  expect(again.counts).toEqual({
    new: 0,
    changed: 0,
    removed: 0,
    unchanged: rows.length,
    wrong: 0,
    skipped: 0,
  })
  expect(again.parts).toBe(0)

  const own = (cells: Record<string, string>, n: number) =>
    cells['Part number'] === parts[n]!.number
  const edited = rows.map((cells) => {
    if (own(cells, 0) && cells['Model'] === 'Golf') return { ...cells, 'Year to': '2016' }
    if (own(cells, 0) && cells['Model'] === 'Jetta') return { ...cells, 'Per car': '4' }
    if (own(cells, 1)) return { ...cells, Model: 'Jetta' }
    return cells
  })
  const checked = await desk.check(edited)
  expect(checked.counts).toMatchObject({ new: 0, changed: 3, removed: 0, wrong: 0 })
  expect(await checksum()).toBe(start)
  const changes = await desk.rowsOf(checked, { outcome: 'changed' })
  expect(changes.map((each) => each.changes)).toEqual(
    expect.arrayContaining([
      [{ column: 'Year to', before: '2014', after: '2016' }],
      [{ column: 'Per car', before: null, after: '4' }],
      [{ column: 'Model', before: 'Golf', after: 'Jetta' }],
    ]),
  )

  expect(await desk.work('apply', checked)).toMatchObject({ state: 'applied', problem: null })
  expect(await checksum()).not.toBe(start)
  expect(await desk.exported()).toEqual(expect.arrayContaining(edited))
  expect(await desk.work('undo', checked)).toMatchObject({ state: 'undone', keptParts: 0 })
  expect(await checksum()).toBe(start)
  expect(await desk.exported()).toEqual(rows)
})

/** @shows row-211 */
test('a file names a part whose own number is a barcode in any of its lengths', async () => {
  const { id } = await shop.stock({ partNumber: '712345678904' })
  await importNow([
    rowOf('0712345678904'),
    rowOf('00712345678904', { ...golf, Model: 'Jetta' }),
    rowOf('712345678904', { ...golf, Make: 'Honda', Model: 'Civic' }),
  ])
  expect(await fitsOf(id)).toHaveLength(3)
})

describe('an import', () => {
  /** @shows row-153 */
  test('changes nothing when fitments of a part were changed since the dry run', async () => {
    const [one, other] = [await part(), await part()]
    await importNow([rowOf(one.number), rowOf(other.number)])
    const jetta = { ...golf, Model: 'Jetta' }
    const checked = await desk.check([rowOf(one.number, jetta), rowOf(other.number, jetta)])
    await query('update fitments set note = $2 where product_id = $1', [other.id, 'by hand'])
    const start = await checksum()
    const refused = await desk.work('apply', checked)
    expect(refused.state).toBe('checked')
    expect(refused.problem).toContain(`“${other.name}” was changed by somebody else`)
    expect(await checksum()).toBe(start)
  })

  test('changes nothing when a part was deleted since the dry run', async () => {
    const one = await part()
    const checked = await desk.check([rowOf(one.number)])
    await query('update products set archived_at = now() where id = $1', [one.id])
    expect((await desk.work('apply', checked)).problem).toContain(`“${one.name}” was deleted`)
    expect(await fitsOf(one.id)).toEqual([])
  })

  /** @shows row-153 */
  test('leaves later changes by hand when it is undone, and names them', async () => {
    const [one, other] = [await part(), await part()]
    const applied = await importNow([rowOf(one.number), rowOf(other.number)])
    await query('update fitments set note = $2 where product_id = $1', [one.id, 'by hand'])
    expect(await desk.work('undo', applied)).toMatchObject({ state: 'undone', keptParts: 1 })
    expect(await fitsOf(one.id)).toHaveLength(1)
    expect(await fitsOf(other.id)).toEqual([])
    const kept = await desk.rowsOf(applied, { kept: 'true' })
    expect(kept.map(({ product, note }) => [product, note])).toEqual([
      [one.id, 'changed since, and left'],
    ])
  })

  /** @shows row-153 */
  test('is applied once for repeated requests, with an entry in the audit log for each part', async () => {
    const one = await part()
    const checked = await desk.check([rowOf(one.number)])
    await Promise.all([desk.work('apply', checked), desk.work('apply', checked)])
    await desk.work('undo', checked)
    await desk.work('undo', checked)
    const action = 'import-products'
    expect(
      await query('select action, before, after from admin_actions where target = $1 order by id', [
        one.id,
      ]),
    ).toEqual([
      { action, before: { fitments: 0 }, after: { fitments: 1, reason: 'Import of fits.csv' } },
      {
        action,
        before: { fitments: 1 },
        after: { fitments: 0, reason: 'Import of fits.csv undone' },
      },
    ])
  })

  test.each(['apply', 'undo'] as const)('is refused after rows were purged: %s', async (what) => {
    const one = await part()
    const checked = await desk.check([
      rowOf(one.number),
      rowOf(one.number, { ...golf, Model: 'Jetta' }),
    ])
    if (what === 'undo') await desk.work('apply', checked)
    const start = await checksum()
    await query('delete from fitment_import_rows where import_id = $1 and line = 2', [checked._id])
    expect(await desk.work(what, checked)).toMatchObject({
      state: what === 'undo' ? 'applied' : 'checked',
      problem: 'This file is too old. Nothing was changed',
    })
    expect(await checksum()).toBe(start)
  })

  test('cannot be undone before it was applied, and answers 404 for an unknown id', async () => {
    const one = await part()
    const checked = await desk.check([rowOf(one.number)])
    const early = await shop.call(anna, imports.undo, { params: { id: checked._id } })
    expect([early.status, early.body.code]).toEqual([409, 'not-in-this-state'])
    const id = randomUUID()
    for (const e of [imports.one, imports.apply, imports.undo]) {
      expect((await shop.call(anna, e, { params: { id } })).status).toBe(404)
    }
    expect(
      (await shop.call(anna, imports.list, { query: { of: 'fitments' } })).body[0],
    ).toMatchObject({
      _id: checked._id,
      by: anna.email,
      mode: 'replace',
    })
  })
})
