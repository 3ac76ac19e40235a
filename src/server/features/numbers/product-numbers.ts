import { createHash } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import type { Pool } from 'pg'
import type {
  ManagedNumbers,
  ProductNumber,
  Replacement,
  ShownNumbers,
} from '#contract/numbers/product-numbers.ts'
import { prepared } from '../../db/index.ts'
import type { Db } from '../../db/index.ts'

/** The most replaced products that a page names. */
const replacesMax = 20

const replacement = (product: string) => `jsonb_strip_nulls(
  jsonb_build_object('_id', ${product}.id, 'name', ${product}.name, 'partNumber', ${product}.part_number))`

const numbersOf = `
  with recursive predecessors as (
    select id, 0 as step from products where id = $1
    union all
    select products.id, step + 1
    from predecessors join products on products.replaced_by = predecessors.id
    where step < 10
  )
  select array(
    select jsonb_build_object('kind', kind, 'brand', brand, 'number', number)
    from product_numbers where product_id = products.id
    order by array_position(array['oem', 'replaced', 'interchange', 'barcode'], kind), lower(brand), key
  ) as numbers, array(
    select ${replacement('earlier')}
    from predecessors join products as earlier using (id)
    where step > 0 order by step, earlier.id limit ${replacesMax}
  ) as replaces, (
    select ${replacement('later')} from products as later where later.id = products.replaced_by
  ) as "replacedBy"
  from products where id = $1`

type Row = ShownNumbers & { replacedBy: Replacement | null }

const selectNumbers = prepared<Row, [id: string]>('numbers-of-product', numbersOf)

/** The numbers of a product, and what it replaces. */
export async function findNumbers(pool: Pool, id: string): Promise<ShownNumbers> {
  const [found] = await selectNumbers(pool, [id])
  return { numbers: found?.numbers ?? [], replaces: found?.replaces ?? [] }
}

/** The numbers of a product in the shop or taken out of it, and its successor. */
export async function findManagedNumbers(db: Db, id: string): Promise<ManagedNumbers | undefined> {
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(numbersOf, [id]))
  const [found] = rows
  return found && { ...found, version: versionOf(found) }
}

/** The same for two products with the same numbers and successor. */
export const versionOf = ({ numbers, replacedBy }: Pick<Row, 'numbers' | 'replacedBy'>) =>
  createHash('sha256')
    .update(JSON.stringify([numbers.map(numberText), replacedBy?._id]))
    .digest('base64url')

/** Every value of a number, to compare it with others. */
export const numberText = ({ kind, brand, number }: ProductNumber) =>
  JSON.stringify([kind, brand, number])
