import { processImports } from '#server/features/imports/process-imports.ts'
import type { Shop } from '#server/shop.ts'
import { paymentSteps } from '#server/testing/payments.ts'
import type { TestShop } from '#server/testing/shop.ts'
import { importedWords, takenOut } from './admin-stock.ts'
import type { Fixture } from './fixture.ts'
import { units } from './fixture.ts'
import type { Answered } from './verdict.ts'

interface ImportRow {
  id: string
  state: 'checked' | 'applied' | 'undone'
  problem: string | null
  kept_rows: number
  delta: number
  outcome: 'new' | 'changed'
  isCount: boolean
  /** The price and words of the product, too. */
  writesPrice: boolean
  writesWords: boolean
}

/** What may stand in the way of a file, when another has done something to its product. */
const allowed = /has only|somebody else|was deleted|was imported before/

/** Whether what admins did by file and by hand is in the stock and the product: all of it, and once. */
export function stockVerdict(shop: TestShop, jobs: Shop) {
  const { query } = paymentSteps(shop)

  return {
    /** An import that another one kept waiting is made now. */
    drain: () => processImports(jobs),

    async faults({ part, files }: Fixture, answered: Answered[], bound: number): Promise<string[]> {
      const [product] = await query(
        'select quantity, description, price_cents from products where id = $1',
        [part.id],
      )
      const movements = await query(
        `select delta from stock_movements where product_id = $1 and order_id is null order by id`,
        [part.id],
      )
      const made = (await query(
        `select id, state, problem, kept_rows, delta, outcome, supplied is not null as "isCount",
                after ? 'price_cents' as "writesPrice", after ? 'description' as "writesWords"
         from product_imports join product_import_rows on import_id = id where product_id = $1`,
        [part.id],
      )) as unknown as ImportRow[]
      const [first = 0, ...moved] = movements.map(({ delta }) => Number(delta))
      const faults = movementFaults(moved, made, answered)
      if (first !== units) faults.push(`the product came with ${first} units`)
      const left = Number(product?.['quantity'])
      const wanted = first + moved.reduce((sum, delta) => sum + delta, 0) - bound
      if (left !== wanted) faults.push(`${left} units left instead of ${wanted}`)
      for (const { id, state, problem } of made) {
        if (problem && !allowed.test(problem)) faults.push(problem)
        const isOver = id === files.imported ? state === 'undone' : state === 'applied' || problem
        if (!isOver) faults.push(`an import is ${state}`)
      }
      faults.push(...writtenFaults(product, made, answered))
      return faults
    },
  }
}

const prices = { before: 6800, imported: 7000, raised: 100 } as const

/** The words and the price are those of the import while it is in force, but for what was changed since. */
function writtenFaults(
  product: Record<string, unknown> | undefined,
  made: ImportRow[],
  answered: Answered[],
) {
  const faults: string[] = []
  const isIn = ({ state }: ImportRow) => state === 'applied'
  const changed = made.filter(({ outcome }) => outcome === 'changed')
  const worded = changed.find(({ writesWords }) => writesWords)
  if (worded && (product?.['description'] === importedWords) !== isIn(worded)) {
    faults.push('the words are not right')
  }
  const priced = changed.find(({ writesPrice }) => writesPrice)
  if (!priced) return faults
  const raised = answered.filter(
    ({ name, answer }) => name === 'an admin changes the price' && answer.status === 200,
  ).length
  const base = isIn(priced) || priced.kept_rows > 0 ? prices.imported : prices.before
  const price = Number(product?.['price_cents'])
  if (price !== base + raised * prices.raised) faults.push(`the price is ${price}`)
  return faults
}

/** Units that came or went other than by orders, after the first. */
function movementFaults(moved: number[], made: ImportRow[], answered: Answered[]) {
  const left = [...moved]
  const faults: string[] = []
  const expect = (delta: number, what: string) => {
    const at = left.indexOf(delta)
    if (at < 0) faults.push(`${what} did not move ${delta} units`)
    else left.splice(at, 1)
  }
  for (const { name, answer } of answered) {
    if (name !== 'an admin changes the stock') continue
    if (answer.status === 200) expect(-takenOut, name)
  }
  for (const { state, delta, outcome } of made) {
    if (state !== 'checked' && outcome === 'changed') expect(delta, 'an import')
  }
  for (const { state, delta, kept_rows: kept } of made) {
    if (state !== 'undone') continue
    // Units that were sold stay sold.
    const taken = left.findIndex((moves) => moves < 0 && moves >= -delta)
    const [gone = 0] = taken < 0 ? [] : left.splice(taken, 1)
    if (gone !== -delta && kept === 0) faults.push('not all units were taken back')
  }
  const counted = made.find(({ isCount }) => isCount)
  if (counted && moved.indexOf(counted.delta) > 0) faults.push('a count was taken too late')
  if (left.length > 0) faults.push(`units moved for nothing: ${left.join()}`)
  return faults
}
