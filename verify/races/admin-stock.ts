import { randomUUID } from 'node:crypto'
import { stringify } from 'csv-stringify/sync'
import { manageProducts } from '#contract/manage-products.ts'
import { checkFile } from '#server/features/imports/check-file.ts'
import { requestOperation } from '#server/features/imports/queries.ts'
import { processImports } from '#server/features/imports/process-imports.ts'
import type { Shop } from '#server/shop.ts'
import { paymentSteps } from '#server/testing/payments.ts'
import type { TestShop, TestUser } from '#server/testing/shop.ts'
import type { Answer, OperationName } from './operations.ts'
import type { Fixture } from './fixture.ts'

/** How many units a file brings, and how many are taken out, by a file where they are there, or by hand. */
const brought = 20
export const takenOut = 10

export const importedWords = 'Imported words'

/** A job that ran through. */
export const done: Answer = { status: 200, body: {} }

/** Files about the product of a fixture, by the ids of their imports. */
export interface Files {
  waiting?: string
  /** The same file, checked once more. */
  again?: string
  imported?: string
}

/** What admins do with the stock of a fixture's product, by file and by hand. */
export function adminOperations(shop: TestShop, jobs: Shop) {
  const { work } = imports(shop, jobs)
  const importWaiting = ({ files }: Fixture) => work(files.waiting, 'apply')
  const takeBack = ({ files }: Fixture) => work(files.imported, 'undo')
  return {
    'a file is imported': importWaiting,
    'a count is imported': importWaiting,
    'the same file is imported': ({ files }: Fixture) => work(files.again, 'apply'),
    'an import is taken back': takeBack,
    'a new product is taken back': takeBack,
    'an admin changes the stock': ({ admin, part }: Fixture): Promise<Answer> =>
      shop.call(admin, manageProducts.stock, {
        params: { id: part.id },
        body: { delta: -takenOut, reason: 'Counted' },
      }),
    'an admin changes the price': async ({ admin, part }: Fixture): Promise<Answer> => {
      const params = { id: part.id }
      const { body: product } = await shop.call(admin, manageProducts.one, { params })
      const { name, price, description, img } = product
      const seen = { name, price, description, img, partNumber: '', kind: '' as const }
      const body = { ...seen, price: price + 1, seen }
      return shop.call(admin, manageProducts.change, { params, body })
    },
  }
}

const difference = (stock: number, delta: number) => ({
  Stock: String(stock + delta),
  'Stock before': String(stock),
})

/** Checks and imports the files that operations are about. */
export function adminFiles(shop: TestShop, jobs: Shop) {
  const { query } = paymentSteps(shop)
  const { check, importNow } = imports(shop, jobs)

  const stockOf = async (id: string) => {
    const [product] = await query('select quantity from products where id = $1', [id])
    return Number(product?.['quantity'])
  }

  return {
    /** Puts a product on the shelf by a file. */
    async add(admin: TestUser, stock: number) {
      const name = `Part ${randomUUID()}`
      const imported = await importNow(admin, {
        Name: name,
        Price: '68',
        Stock: String(stock),
        Description: 'A part for tests',
        Picture: '/parts/door-rubber.svg',
      })
      const [row] = await query('select product_id from product_import_rows where import_id = $1', [
        imported,
      ])
      return { part: { id: String(row?.['product_id']), name, price: 68 }, imported }
    },

    async filesFor(
      { admin, part }: Pick<Fixture, 'admin' | 'part'>,
      names: readonly OperationName[],
    ): Promise<Files> {
      const has = (name: OperationName) => names.includes(name)
      const row = { Id: part.id, ...(has('an admin changes the price') && { Price: '70' }) }
      const files: Files = {}
      const stock = await stockOf(part.id)
      if (has('an import is taken back')) {
        files.imported = await importNow(admin, {
          ...row,
          Description: importedWords,
          ...difference(stock, brought),
        })
      }
      if (has('a count is imported')) {
        files.waiting = await check(admin, { ...row, Stock: String(stock + brought) })
      }
      if (has('a file is imported')) {
        const now = await stockOf(part.id)
        const delta = now < takenOut ? brought : -takenOut
        const changed = { ...row, ...difference(now, delta) }
        files.waiting = await check(admin, changed)
        if (has('the same file is imported')) files.again = await check(admin, changed)
      }
      return files
    },
  }
}

function imports(shop: TestShop, jobs: Shop) {
  const { query } = paymentSteps(shop)

  const check = async ({ email }: TestUser, row: Record<string, string>) => {
    const [user] = await query('select id from users where email = $1', [email])
    const bytes = (async function* () {
      yield Buffer.from(stringify([row], { header: true }))
    })()
    return checkFile(jobs.database, { name: 'list.csv', userId: String(user?.['id']), bytes })
  }

  /** Not by the call, which would wake the shop's own job, at a time of its own. */
  const work = async (importId: string | undefined, what: 'apply' | 'undo') => {
    if (!importId) throw new Error('There is no such file in this fixture')
    const [asked] = await query('select user_id from product_imports where id = $1', [importId])
    await requestOperation(shop.database.db, { id: String(asked?.['user_id']) }, importId, what)
    await processImports(jobs)
    return done
  }

  const importNow = async (admin: TestUser, row: Record<string, string>) => {
    const importId = await check(admin, row)
    await work(importId, 'apply')
    return importId
  }

  return { check, work, importNow }
}
