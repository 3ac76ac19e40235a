import type { Pool } from 'pg'
import { modelsShown } from '#contract/products.ts'
import type { ProductPage } from '#contract/products.ts'
import { prepared } from '../../db/index.ts'
import { AppError } from '../../errors/errors.ts'
import { findProductAmongMany } from '../products/queries.ts'
import { listInstead } from '../products/related.ts'
import { listPartFitments } from './part-fitments.ts'

interface StateRow {
  isUniversal: boolean
  isWithdrawn: boolean
  name: string
  partNumber: string | null
}

const selectState = prepared<StateRow, [id: string]>(
  'part-page-state',
  `select is_universal as "isUniversal", archived_at is not null as "isWithdrawn", name,
     part_number as "partNumber"
   from products where id = $1`,
)

/** A product with the cars that it fits. Of a withdrawn one: its name, and others of its kind. */
export async function readPartPage(
  pool: Pool,
  { product: id, cars }: { product: string; cars?: 'all' | undefined },
): Promise<ProductPage> {
  const [product, [state], fits] = await Promise.all([
    findProductAmongMany(pool, id),
    selectState(pool, [id]),
    listPartFitments(pool, id, cars === 'all' ? null : modelsShown),
  ])
  if (!state) throw new AppError('not-found')
  const { isUniversal } = state
  if (product && !state.isWithdrawn) return { product, isUniversal, ...fits }
  return {
    withdrawn: {
      name: state.name,
      ...(state.partNumber !== null && { partNumber: state.partNumber }),
      instead: await listInstead(pool, id),
    },
    isUniversal,
    models: 0,
    fitments: [],
  }
}
