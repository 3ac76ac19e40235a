import { randomUUID } from 'node:crypto'
import { stringify } from 'csv-stringify/sync'
import { manageProducts } from '#contract/manage-products.ts'
import { checkFile } from '#server/features/imports/check-file.ts'
import { requestOperation } from '#server/features/imports/queries.ts'
import { processImports } from '#server/features/imports/process-imports.ts'
import type { Shop } from '#server/shop.ts'
import { paymentSteps } from '#server/testing/payments.ts'
import type { TestShop, TestUser } from '#server/testing/shop.ts'
import type { Result, OperationName } from './operations.ts'
import type { Fixture } from './fixture.ts'

const unitsAdded = 20
/** Removed by a file if there are so many, or by a change of the stock. */
export const unitsRemoved = 10

export const importedDescription = 'Imported description'

/** The result of a completed job. */
export const done: Result = { status: 200, body: {} }

/** Ids of imports that concern the product of a fixture. */
export interface Imports {
  checked?: string
  /** A second dry run of the same file. */
  checkedAgain?: string
  applied?: string
}

/** Operations of admins on the stock of a fixture's product, by import and by single changes. */
export function adminOperations(shop: TestShop, jobs: Shop) {
  const { run } = importActions(shop, jobs)
  const apply = ({ imports }: Fixture) => run(imports.checked, 'apply')
  const undo = ({ imports }: Fixture) => run(imports.applied, 'undo')
  return {
    'a file is imported': apply,
    'a stock count is imported': apply,
    'the same file is imported': ({ imports }: Fixture) => run(imports.checkedAgain, 'apply'),
    'an import is undone': undo,
    'the import of a new product is undone': undo,
    'an admin changes the stock': ({ admin, part }: Fixture): Promise<Result> =>
      shop.call(admin, manageProducts.stock, {
        params: { id: part.id },
        body: { delta: -unitsRemoved, reason: 'Counted' },
      }),
    'an admin changes the price': async ({ admin, part }: Fixture): Promise<Result> => {
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

/** Prepares the imports that operations concern. */
export function prepareImports(shop: TestShop, jobs: Shop) {
  const { query } = paymentSteps(shop)
  const { check, importNow } = importActions(shop, jobs)

  const stockOf = async (id: string) => {
    const [product] = await query('select quantity from products where id = $1', [id])
    return Number(product?.['quantity'])
  }

  return {
    /** Adds a product by an import. */
    async addProduct(admin: TestUser, stock: number) {
      const name = `Part ${randomUUID()}`
      const applied = await importNow(admin, {
        Name: name,
        Price: '68',
        Stock: String(stock),
        Description: 'A part for tests',
        Picture: '/parts/door-rubber.svg',
      })
      const [row] = await query('select product_id from product_import_rows where import_id = $1', [
        applied,
      ])
      return { part: { id: String(row?.['product_id']), name, price: 68 }, imports: { applied } }
    },

    async importsFor(
      { admin, part }: Pick<Fixture, 'admin' | 'part'>,
      names: readonly OperationName[],
    ): Promise<Imports> {
      const has = (name: OperationName) => names.includes(name)
      const row = { Id: part.id, ...(has('an admin changes the price') && { Price: '70' }) }
      const imports: Imports = {}
      const stock = await stockOf(part.id)
      if (has('an import is undone')) {
        imports.applied = await importNow(admin, {
          ...row,
          Description: importedDescription,
          ...difference(stock, unitsAdded),
        })
      }
      if (has('a stock count is imported')) {
        imports.checked = await check(admin, { ...row, Stock: String(stock + unitsAdded) })
      }
      if (has('a file is imported')) {
        const now = await stockOf(part.id)
        const delta = now < unitsRemoved ? unitsAdded : -unitsRemoved
        const changed = { ...row, ...difference(now, delta) }
        imports.checked = await check(admin, changed)
        if (has('the same file is imported')) {
          imports.checkedAgain = await check(admin, changed)
        }
      }
      return imports
    },
  }
}

function importActions(shop: TestShop, jobs: Shop) {
  const { query } = paymentSteps(shop)

  const check = async ({ email }: TestUser, row: Record<string, string>) => {
    const [user] = await query('select id from users where email = $1', [email])
    const bytes = (async function* () {
      yield Buffer.from(stringify([row], { header: true }))
    })()
    return checkFile(jobs.database, { name: 'list.csv', userId: String(user?.['id']), bytes })
  }

  /** Without the API call, which would also start the shop's own job, concurrently. */
  const run = async (importId: string | undefined, operation: 'apply' | 'undo') => {
    if (!importId) throw new Error('The fixture has no such import')
    const [row] = await query('select user_id from product_imports where id = $1', [importId])
    await requestOperation(shop.database.db, { id: String(row?.['user_id']) }, importId, operation)
    await processImports(jobs)
    return done
  }

  const importNow = async (admin: TestUser, row: Record<string, string>) => {
    const importId = await check(admin, row)
    await run(importId, 'apply')
    return importId
  }

  return { check, run, importNow }
}
