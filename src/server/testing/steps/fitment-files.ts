import { randomUUID } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { afterAll, expect } from 'vitest'
import { imports } from '#contract/imports/imports.ts'
import type { FileImport } from '#contract/imports/imports.ts'
import { fitmentImports } from '../../features/fitment-imports/fitment-imports.ts'
import { processImports } from '../../features/imports/process-imports.ts'
import { checkInvariants } from '../../invariants/check.ts'
import { addModel } from '../rows/vehicle-rows.ts'
import { requestOf } from './import-actions.ts'
import { openShop } from '../shop.ts'
import type { TestShop, TestUser } from '../shop.ts'

type Cells = Record<string, string>

/** A file with every column that some row has. */
const fileOf = (rows: object[]) =>
  stringify(rows, { header: true, columns: [...new Set(rows.flatMap(Object.keys))] })

/** Actions of an admin with files of fitments. */
export function fitmentFileActions(shop: TestShop, admin: TestUser) {
  async function exported(): Promise<Cells[]> {
    const answer = await shop.app.inject({
      url: '/api/manage/fitments/export',
      headers: { authorization: `Bearer ${admin.token}` },
    })
    expect(answer.headers['content-disposition']).toContain('fitments.csv')
    return parse(answer.body, { bom: true, columns: true })
  }

  async function send(file: string | Buffer, mode?: 'replace' | 'add', more = {}) {
    const answer = await shop.app.inject({
      method: 'POST',
      url: '/api/manage/imports',
      query: { of: 'fitments', fileName: 'fits.csv', ...(mode && { mode }), ...more },
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'text/csv' },
      payload: file,
    })
    return { status: answer.statusCode, body: answer.json() }
  }

  /** Waits until the job has nothing more to do with an import. */
  async function ended({ _id: id }: { _id: string }): Promise<FileImport> {
    const look = async () => (await shop.call(admin, imports.one, { params: { id } })).body
    await expect
      .poll(
        async () => {
          await processImports(shop.shop, fitmentImports)
          return (await look()).state
        },
        { timeout: 30_000 },
      )
      .not.toMatch(/ing$/)
    return look()
  }

  async function check(rows: object[], mode?: 'replace' | 'add', more = {}): Promise<FileImport> {
    const { status, body } = await send(fileOf(rows), mode, more)
    expect([status, body]).toEqual([200, expect.objectContaining({ fileName: 'fits.csv' })])
    return ended(body)
  }

  const rowsOf = async ({ _id: id }: { _id: string }, query = {}) =>
    (await shop.call(admin, imports.rows, { params: { id }, query })).body

  /** Starts the work and waits until it has ended. */
  async function work(
    what: 'apply' | 'undo',
    made: { _id: string },
    query: { leaveOut?: 'wrong' } = {},
  ) {
    const begun = await requestOf(shop, admin, { what, id: made._id, query })
    expect(begun.status).toBe(200)
    return ended(made)
  }

  return { exported, send, ended, check, rowsOf, work }
}

/** The shop of one test file about imports of fitments: a Golf, a Jetta and a Civic are known. */
export async function openFitmentImportTests() {
  const shop = await openShop()
  afterAll(async () => {
    const violations = await checkInvariants(shop.database.pool)
    await shop.close()
    expect(violations).toEqual([])
  })
  const anna = await shop.signIn({ name: 'Anna', isAdmin: true })
  const desk = fitmentFileActions(shop, anna)
  await addModel(shop)
  await addModel(shop, { model: 'Jetta' })
  await addModel(shop, { make: 'Honda', model: 'Civic' })
  const query = async (statement: string, values: unknown[] = []) =>
    (await shop.database.pool.query(statement, values)).rows

  /** A product with a part number of its own. */
  async function part() {
    const { id, name } = await shop.stock()
    const number = `FIT-${randomUUID()}`.slice(0, 20).toUpperCase()
    await query('update products set part_number = $2 where id = $1', [id, number])
    return { id, name, number }
  }

  /** A digest of everything about fitments, with their ids. */
  async function checksum(): Promise<string> {
    const [row] = await query(
      `select md5(concat(
        (select string_agg(f::text, '|' order by id) from fitments f),
        (select string_agg(id::text, '|' order by id) from products where is_universal))) as sum`,
    )
    return row.sum
  }

  const fitsOf = (id: string) =>
    query(
      `select model.name, year_from, year_to, decilitres, cylinders, fuel, position, per_car, note
       from fitments join vehicle_models model on model.id = model_id
       where product_id = $1 order by model.name, year_from`,
      [id],
    )

  /** Imports rows at once. */
  async function importNow(rows: object[]) {
    const checked = await desk.check(rows)
    expect(checked).toMatchObject({ state: 'checked', problems: [] })
    return desk.work('apply', checked)
  }

  return { shop, anna, desk, query, part, checksum, fitsOf, importNow }
}

export const golf = { Make: 'Volkswagen', Model: 'Golf', 'Year from': '2010', 'Year to': '2014' }

/** A row of a file. */
export const rowOf = (number: string, cells: object = golf) => ({ 'Part number': number, ...cells })
