import { randomUUID } from 'node:crypto'
import { stringify } from 'csv-stringify/sync'
import { requestOperation } from '#server/features/imports/queries.ts'
import { processImports } from '#server/features/imports/process-imports.ts'
import { productImports } from '#server/features/imports/product-imports.ts'
import { receiveFile } from '#server/features/imports/receive-file.ts'
import type { Shop } from '#server/shop.ts'
import { paymentSteps } from '#server/testing/payments.ts'
import type { Part } from '#server/testing/payments.ts'
import type { TestShop, TestUser } from '#server/testing/shop.ts'

const unitsAdded = 20
/** Removed by a file if there are so many, or by a change of the stock. */
export const unitsRemoved = 10

export const importedDescription = 'Imported description'

/** Ids of imports that concern the product of a fixture. */
export interface Imports {
  checked?: string
  /** A second dry run of the same file. */
  checkedAgain?: string
  applied?: string
}

/** The operations that concern an import, or what is in its file. */
export type ImportOperation =
  | 'a file is imported'
  | 'a stock count is imported'
  | 'the same file is imported'
  | 'an import is undone'
  | 'the import of a new product is undone'
  | 'an admin changes the price'

/** Whether an operation is among these. */
export const hasOperation = (names: readonly string[], name: ImportOperation) =>
  names.includes(name)

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
      { admin, part }: { admin: TestUser; part: Part },
      names: readonly string[],
    ): Promise<Imports> {
      const has = (name: ImportOperation) => hasOperation(names, name)
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

export function importActions(shop: TestShop, jobs: Shop) {
  const { query } = paymentSteps(shop)

  const check = async ({ email }: TestUser, row: Record<string, string>) => {
    const [user] = await query('select id from users where email = $1', [email])
    const bytes = (async function* () {
      yield Buffer.from(stringify([row], { header: true }))
    })()
    const actor = { id: String(user?.['id']) }
    const file = { name: 'list.csv', mode: 'replace', onlyKnown: false, actor, bytes } as const
    return receiveFile(jobs.database, productImports, file)
  }

  /** Without the API call, which would also start the shop's own job, concurrently. */
  const run = async (importId: string | undefined, operation: 'apply' | 'undo') => {
    if (!importId) throw new Error('The fixture has no such import')
    const [row] = await query('select user_id from product_imports where id = $1', [importId])
    const actor = { id: String(row?.['user_id']) }
    await requestOperation(shop.database, actor, importId, { what: operation })
    await processImports(jobs, productImports)
  }

  const importNow = async (admin: TestUser, row: Record<string, string>) => {
    const importId = await check(admin, row)
    await run(importId, 'apply')
    return importId
  }

  return { check, run, importNow }
}
