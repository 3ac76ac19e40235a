import { randomUUID } from 'node:crypto'
import { afterAll, expect } from 'vitest'
import { imports } from '#contract/imports/imports.ts'
import type { FileImport } from '#contract/imports/imports.ts'
import { numberColumns } from '#contract/imports/number-files.ts'
import { numberImports } from '../../features/number-imports/number-imports.ts'
import { processImports } from '../../features/imports/process-imports.ts'
import { fileOf, requestOf } from './import-actions.ts'
import { openShop } from '../shop.ts'

type Cells = Partial<Record<(typeof numberColumns)[keyof typeof numberColumns], string>>

/** The shop of one test file about imports of numbers, with the actions of an admin. */
export async function openNumberImportTests() {
  const shop = await openShop()
  afterAll(() => shop.close())
  const ada = await shop.signIn({ name: 'Ada', isAdmin: true })

  /** A product with a part number of its own. */
  async function part() {
    const partNumber = `NUM-${randomUUID()}`.slice(0, 20).toUpperCase()
    const { id, name } = await shop.stock({ partNumber })
    return { id, name, partNumber }
  }

  async function send(file: string, query: Record<string, string> = {}, who = ada) {
    const answer = await shop.app.inject({
      method: 'POST',
      url: '/api/manage/imports',
      query: { of: 'numbers', fileName: 'numbers.csv', ...query },
      headers: { authorization: `Bearer ${who.token}`, 'content-type': 'text/csv' },
      payload: file,
    })
    return { status: answer.statusCode, body: answer.json() }
  }

  async function check(rows: Cells[], query = {}): Promise<FileImport> {
    const whole = rows.map((row) => ({
      ...Object.fromEntries(Object.values(numberColumns).map((title) => [title, ''])),
      ...row,
    }))
    const { status, body } = await send(fileOf(whole), query)
    expect([status, body]).toEqual([200, expect.objectContaining({ of: 'numbers' })])
    return body
  }

  async function work(
    what: 'apply' | 'undo',
    { _id: id }: { _id: string },
    query: { leaveOut?: 'wrong' } = {},
  ) {
    const begun = await requestOf(shop, ada, { what, id, query })
    expect(begun.status).toBe(200)
    await expect
      .poll(async () => {
        await processImports(shop.shop, numberImports)
        return (await shop.call(ada, imports.one, { params: { id } })).body.state
      })
      .not.toMatch(/ing$/)
    return (await shop.call(ada, imports.one, { params: { id } })).body
  }

  const rowsOf = async ({ _id: id }: { _id: string }, query = {}) =>
    (await shop.call(ada, imports.rows, { params: { id }, query })).body

  async function stateOf(...ids: string[]) {
    const { rows } = await shop.database.pool.query<{ state: unknown }>(
      'select numbers_of(id) as state from unnest($1::uuid[]) as id',
      [ids],
    )
    return rows.map(({ state }) => state)
  }

  return { shop, ada, send, check, work, rowsOf, stateOf, part }
}
