import { processImports } from '#server/features/imports/process-imports.ts'
import { productImports } from '#server/features/imports/product-imports.ts'
import type { Shop } from '#server/shop.ts'
import { paymentSteps } from '#server/testing/payments.ts'
import type { TestShop } from '#server/testing/shop.ts'
import type { Fixture } from './fixture.ts'
import { units } from './fixture.ts'
import { importedDescription, unitsRemoved } from './imports.ts'
import type { Executed } from './operations.ts'

interface ImportRow {
  id: string
  state: 'checked' | 'applied' | 'undone'
  problem: string | null
  kept_rows: number
  delta: number
  outcome: 'new' | 'changed'
  isCount: boolean
  writesPrice: boolean
  writesDescription: boolean
}

/** Problems of an import that a concurrent change of its product explains. */
const allowed = /has only|somebody else|was deleted|was imported before/

/** Checks that each change by an admin, by import or by hand, is in the stock and the product exactly once. */
export function stockFaultsOf(shop: TestShop, jobs: Shop) {
  const { query } = paymentSteps(shop)

  return {
    /** Processes an import that waited for another. */
    drain: () => processImports(jobs, productImports),

    async faults(
      { part, imports: { applied } }: Fixture,
      executed: Executed[],
      ordered: number,
    ): Promise<string[]> {
      const [product] = await query(
        'select quantity, description, price_cents from products where id = $1',
        [part.id],
      )
      const movements = await query(
        `select delta from stock_movements where product_id = $1 and order_id is null order by id`,
        [part.id],
      )
      const imports = (await query(
        `select id, state, problem, kept_rows, delta, outcome, supplied is not null as "isCount",
                after ? 'price_cents' as "writesPrice", after ? 'description' as "writesDescription"
         from product_imports join product_import_rows on import_id = id where product_id = $1`,
        [part.id],
      )) as unknown as ImportRow[]
      const [first = 0, ...moved] = movements.map(({ delta }) => Number(delta))
      const faults = movementFaults(moved, imports, executed)
      if (first !== units) faults.push(`the product started with ${first} units`)
      const left = Number(product?.['quantity'])
      const expected = first + moved.reduce((sum, delta) => sum + delta, 0) - ordered
      if (left !== expected) faults.push(`${left} units left instead of ${expected}`)
      for (const { id, state, problem } of imports) {
        if (problem && !allowed.test(problem)) faults.push(problem)
        const isCompleted = id === applied ? state === 'undone' : state === 'applied' || problem
        if (!isCompleted) faults.push(`an import is ${state}`)
      }
      faults.push(...fieldFaults(product, imports, executed))
      return faults
    },
  }
}

const prices = { before: 6800, imported: 7000, raised: 100 } as const

/** Description and price are those of the applied import, unless they were changed since. */
function fieldFaults(
  product: Record<string, unknown> | undefined,
  imports: ImportRow[],
  executed: Executed[],
) {
  const faults: string[] = []
  const isApplied = ({ state }: ImportRow) => state === 'applied'
  const changed = imports.filter(({ outcome }) => outcome === 'changed')
  const described = changed.find(({ writesDescription }) => writesDescription)
  if (described && (product?.['description'] === importedDescription) !== isApplied(described)) {
    faults.push('the description is wrong')
  }
  const priced = changed.find(({ writesPrice }) => writesPrice)
  if (!priced) return faults
  const raised = executed.filter(
    ({ name, result }) => name === 'an admin changes the price' && result.status === 200,
  ).length
  const base = isApplied(priced) || priced.kept_rows > 0 ? prices.imported : prices.before
  const price = Number(product?.['price_cents'])
  if (price !== base + raised * prices.raised) faults.push(`the price is ${price}`)
  return faults
}

/** Checks the stock movements that belong to no order, after the first. */
function movementFaults(moved: number[], imports: ImportRow[], executed: Executed[]) {
  const left = [...moved]
  const faults: string[] = []
  const expect = (delta: number, cause: string) => {
    const at = left.indexOf(delta)
    if (at < 0) faults.push(`${cause}: no movement of ${delta} units`)
    else left.splice(at, 1)
  }
  for (const { name, result } of executed) {
    if (name !== 'an admin changes the stock') continue
    if (result.status === 200) expect(-unitsRemoved, name)
  }
  for (const { state, delta, outcome } of imports) {
    if (state !== 'checked' && outcome === 'changed') expect(delta, 'an import')
  }
  for (const { state, delta, kept_rows: kept } of imports) {
    if (state !== 'undone') continue
    // Sold units are not removed.
    const at = left.findIndex((moves) => moves < 0 && moves >= -delta)
    const [removed = 0] = at < 0 ? [] : left.splice(at, 1)
    if (removed !== -delta && kept === 0) faults.push('an undo did not remove all units')
  }
  const counted = imports.find(({ isCount }) => isCount)
  if (counted && moved.indexOf(counted.delta) > 0)
    faults.push('a stock count was applied to a changed stock')
  if (left.length > 0) faults.push(`unexplained movements: ${left.join()}`)
  return faults
}
