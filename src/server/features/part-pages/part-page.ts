import { modelsShown } from '#contract/products/products.ts'
import type { ProductPage } from '#contract/products/products.ts'
import { prepared } from '../../db/prepared.ts'
import type { Connections } from '../../db/index.ts'
import { AppError } from '../../errors/errors.ts'
import { findSuccessor } from '../numbers/look-up.ts'
import { findNumbers } from '../numbers/product-numbers.ts'
import { readProducts } from '../products/catalogue.ts'
import { findProductAmongMany } from '../products/queries.ts'
import { listInstead } from '../products/related.ts'
import { listPartFitments } from './part-fitments.ts'

interface StateRow {
  isUniversal: boolean
  isWithdrawn: boolean
  name: string
  partNumber: string | null
}

const selectState = prepared<StateRow, { id: string }>(
  'part-page-state',
  (p) => `select is_universal as "isUniversal", archived_at is not null as "isWithdrawn", name,
     part_number as "partNumber"
   from products where id = ${p.id}`,
)

/** A product with its numbers and the cars that it fits. Of a withdrawn one: its name, its successor and others of its kind. */
export async function readPartPage(
  from: Connections,
  { product: id, cars }: { product: string; cars?: 'all' | undefined },
): Promise<ProductPage> {
  const { pool } = from
  const [product, [state], fits, numbers, successor] = await Promise.all([
    findProductAmongMany(pool, id),
    selectState(pool, { id }),
    listPartFitments(pool, id, cars === 'all' ? null : modelsShown),
    findNumbers(pool, id),
    findSuccessor(pool, id),
  ])
  if (!state) throw new AppError('not-found')
  const { isUniversal } = state
  const [replacedBy] = successor === undefined ? [] : await readProducts(from.db, [successor])
  const shared = { isUniversal, ...(replacedBy && { replacedBy }) }
  if (product && !state.isWithdrawn) return { product, ...shared, ...fits, ...numbers }
  return {
    withdrawn: await readWithdrawn(from, id, state),
    ...shared,
    models: 0,
    fitments: [],
    numbers: [],
    replaces: [],
  }
}

async function readWithdrawn(from: Connections, id: string, { name, partNumber }: StateRow) {
  return {
    name,
    ...(partNumber !== null && { partNumber }),
    instead: await listInstead(from.pool, id),
  }
}
