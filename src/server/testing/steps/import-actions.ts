import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { afterAll, beforeEach, expect } from 'vitest'
import { imports } from '#contract/imports/imports.ts'
import type { FileImport } from '#contract/imports/imports.ts'
import { manageProducts } from '#contract/products/manage-products.ts'
import { productImports } from '../../features/imports/product-imports.ts'
import { processImports } from '../../features/imports/process-imports.ts'
import { checkInvariants } from '../../invariants/check.ts'
import { openShop } from '../shop.ts'
import type { TestShop, TestUser } from '../shop.ts'

type Cells = Record<string, string>

export const fileOf = (rows: object[]) =>
  stringify(rows, { header: true, record_delimiter: '\r\n' })

interface Requested {
  what: 'apply' | 'undo'
  id: string
  query?: { leaveOut?: 'wrong' }
}

/** Begins an import or its undo. */
export const requestOf = (shop: TestShop, admin: TestUser, { what, id, query = {} }: Requested) =>
  what === 'apply'
    ? shop.call(admin, imports.apply, { params: { id }, query })
    : shop.call(admin, imports.undo, { params: { id } })

/** The file of the rows that an import leaves out. */
export async function refusedFile(shop: TestShop, { token }: TestUser, { _id }: { _id: string }) {
  const { statusCode, body } = await shop.app.inject({
    url: `/api/manage/imports/${_id}/refused`,
    headers: { authorization: `Bearer ${token}` },
  })
  return { status: statusCode, text: body }
}

/** The shop of one test file about imports; each test begins with an empty catalogue. */
export async function openImportTests(): Promise<{
  shop: TestShop
  anna: TestUser
  desk: ReturnType<typeof importActions>
}> {
  const shop = await openShop()
  beforeEach(() =>
    shop.database.pool.query('update products set archived_at = now() where archived_at is null'),
  )
  afterAll(async () => {
    const violations = await checkInvariants(shop.database.pool)
    await shop.close()
    expect(violations).toEqual([])
  })
  const anna = await shop.signIn({ name: 'Anna', isAdmin: true })
  return { shop, anna, desk: importActions(shop, anna) }
}

/** Actions of an admin with catalogue files. */
export function importActions(shop: TestShop, admin: TestUser) {
  async function exported(): Promise<Cells[]> {
    const answer = await shop.app.inject({
      url: '/api/manage/products/export',
      headers: { authorization: `Bearer ${admin.token}` },
    })
    expect(answer.headers['content-disposition']).toContain('products.csv')
    return parse(answer.body, { bom: true, columns: true })
  }

  async function send(file: string | Buffer, fileName = 'list.csv', query = {}) {
    const answer = await shop.app.inject({
      method: 'POST',
      url: '/api/manage/imports',
      query: { fileName, ...query },
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'text/csv' },
      payload: file,
    })
    return { status: answer.statusCode, body: answer.json() }
  }

  async function check(rows: object[], query = {}): Promise<FileImport> {
    const { status, body } = await send(fileOf(rows), 'list.csv', query)
    expect([status, body]).toEqual([200, expect.objectContaining({ state: 'checked' })])
    return body
  }

  const rowsOf = async ({ _id: id }: FileImport, query = {}) =>
    (await shop.call(admin, imports.rows, { params: { id }, query })).body

  /** Starts the work and waits until it has ended. */
  async function work(
    what: 'apply' | 'undo',
    { _id: id }: { _id: string },
    query: { leaveOut?: 'wrong' } = {},
  ) {
    const begun = await requestOf(shop, admin, { what, id, query })
    expect(begun.status).toBe(200)
    const look = async () => (await shop.call(admin, imports.one, { params: { id } })).body
    await expect
      .poll(
        async () => {
          await processImports(shop.shop, productImports)
          return (await look()).state
        },
        { timeout: 30_000 },
      )
      .not.toMatch(/ing$/)
    return look()
  }

  const quantityOf = async (id: string) =>
    (await shop.call(admin, manageProducts.one, { params: { id } })).body.quantity

  return { exported, send, check, rowsOf, work, quantityOf }
}
