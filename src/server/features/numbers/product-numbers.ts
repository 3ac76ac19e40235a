import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import type {
  ManagedNumbers,
  StoredNumber,
  Replacement,
  ShownNumbers,
} from '#contract/numbers/product-numbers.ts'
import { prepared } from '../../db/prepared.ts'
import { nameOrder } from '../../db/search.ts'
import type { Db } from '../../db/index.ts'

/** The most replaced products that a page names. */
const replacesMax = 20

const replacement = (product: string) => `jsonb_strip_nulls(
  jsonb_build_object('_id', ${product}.id, 'name', ${product}.name, 'partNumber', ${product}.part_number))`

const numbersOf = (id: string) => `
  with recursive predecessors as (
    select id, 0 as step from products where id = ${id}
    union all
    select products.id, step + 1
    from predecessors join products on products.replaced_by = predecessors.id
    where step < 10
  )
  select array(
    select jsonb_build_object('kind', kind, 'brand', brand, 'number', number)
    from product_numbers where product_id = products.id
    order by array_position(array['oem', 'replaced', 'interchange', 'barcode'], kind), ${nameOrder('brand')}, key
  ) as numbers, array(
    select ${replacement('earlier')}
    from predecessors join products as earlier using (id)
    where step > 0 order by step, earlier.id limit ${replacesMax}
  ) as replaces, (
    select ${replacement('later')} from products as later where later.id = products.replaced_by
  ) as "replacedBy"
  from products where id = ${id}`

type Row = ShownNumbers & { replacedBy: Replacement | null }

const selectNumbers = prepared<Row, { id: string }>('numbers-of-product', (p) => numbersOf(p.id))

/** The numbers of a product, and what it replaces. */
export async function findNumbers(pool: Pool, id: string): Promise<ShownNumbers> {
  const [found] = await selectNumbers(pool, { id })
  return { numbers: found?.numbers ?? [], replaces: found?.replaces ?? [] }
}

/** The numbers of a product in the shop or taken out of it, and its successor. */
export async function findManagedNumbers(db: Db, id: string): Promise<ManagedNumbers | undefined> {
  const [found] = await selectNumbers.runIn(db, { id })
  return found && { ...found, version: versionOf(found) }
}

/** A hash, equal for two products with the same numbers and successor. */
export const versionOf = ({ numbers, replacedBy }: Pick<Row, 'numbers' | 'replacedBy'>) =>
  createHash('sha256')
    .update(JSON.stringify([numbers.map(numberText), replacedBy?._id]))
    .digest('base64url')

/** Every value of a number, to compare it with others. */
export const numberText = ({ kind, brand, number }: StoredNumber) =>
  JSON.stringify([kind, brand, number])
