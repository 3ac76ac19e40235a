import type { ClientBase, Pool } from 'pg'
import { partKey } from '#contract/shared/part-number.ts'
import { othersMax, viaKinds } from '#contract/numbers/via.ts'
import type { Via, ViaKind } from '#contract/numbers/via.ts'
import { prepared } from '../../db/index.ts'

/** A product for sale, and the number that it was found by. */
export interface FoundByNumber {
  productId: string
  via: Via
}

interface Row extends Via {
  key: string
  productId: string
  /** Whether it took the place of the product that has the number. */
  isSuccessor: boolean
}

/** More products with one number are left out. */
const carriersMax = 100

const rank = `array_position(array[${viaKinds.map((kind) => `'${kind}'`).join(', ')}], kind)`

/** Every product with a number, and of its successors the last one that is for sale. */
const selectCarriers = prepared<Row, [keys: string[]]>(
  'products-by-number',
  `with recursive carriers as (
     select asked.key, carrier.*
     from unnest($1::text[]) as asked(key)
     cross join lateral (
       select 'own' as kind, coalesce(brand, '') as brand, part_number as number, id as carrier
       from products
       where part_key(part_number) = asked.key and part_number is not null and archived_at is null
       union all
       select 'replaced', coalesce(brand, ''), part_number, id
       from products
       where part_key(part_number) = asked.key and part_number is not null and archived_at is not null
         and replaced_by is not null
       union all (
         select kind, brand, number, product_id from product_numbers where key = asked.key
         order by ${rank}, product_id limit ${carriersMax})
     ) as carrier
   ), successors as (
     select *, carrier as id, 0 as step from carriers
     union all
     select successors.key, successors.kind, successors.brand, successors.number, carrier,
       products.replaced_by, step + 1
     from successors join products using (id)
     where products.replaced_by is not null and step < 10
   )
   select distinct on (successors.key, successors.kind, successors.brand, number, carrier)
     successors.key, successors.kind, successors.brand, number, id as "productId", step > 0 as "isSuccessor"
   from successors join products using (id)
   where archived_at is null
   order by successors.key, successors.kind, successors.brand, number, carrier, step desc`,
)

/**
 * The products that each text is a number of, however it is written, by their keys (`partKey`): those of the most
 * certain kind, each once, oldest first. A product that was replaced is its successor instead.
 */
export async function findByNumbers(
  on: Pick<ClientBase, 'query'>,
  texts: readonly string[],
): Promise<ReadonlyMap<string, FoundByNumber[]>> {
  const keys = [...new Set(texts.map(partKey))].filter((key) => key !== '')
  if (keys.length === 0) return new Map()
  const byKey = Map.groupBy(await selectCarriers(on, [keys]), ({ key }) => key)
  return new Map([...byKey].map(([key, rows]) => [key, mostCertain(rows)]))
}

const selectLike = prepared<
  { number: string },
  [patterns: string[], start: string, end: string, most: number]
>(
  'numbers-like',
  // Materialised, since for a limit the planner would read the first of all rows.
  `with own as materialized (
     select part_number as number from products
     where (part_key(part_number) like $2 or part_key(part_number) like $3)
       and part_key(part_number) like any ($1::text[]) and part_number is not null and archived_at is null
   ), other as materialized (
     select number from product_numbers
     where (key like $2 or key like $3) and key like any ($1::text[])
   )
   select number from (select * from own union all select * from other) as near limit $4`,
)

/** The share of a key at its start that is right if the wrong character is behind it; else the rest is right. */
const startShare = 0.6

/**
 * Numbers that differ from a key of at least six letters and digits by one of them. Takes longer than all other reads of a
 * search together: not for what is still being typed.
 */
export async function findNearNumbers(pool: Pool, key: string, most: number): Promise<string[]> {
  const patterns = Array.from(key, (_, at) => `${key.slice(0, at)}_${key.slice(at + 1)}`)
  const cut = Math.min(Math.ceil(key.length * startShare), key.length - 3)
  const rows = await selectLike(pool, [
    patterns,
    `${key.slice(0, cut)}%`,
    `%${key.slice(cut)}`,
    most,
  ])
  return rows.map(({ number }) => number)
}

const selectSuccessor = prepared<{ id: string }, [id: string]>(
  'successor-of-product',
  `with recursive successors as (
     select replaced_by as id, 1 as step from products where id = $1 and replaced_by is not null
     union all
     select products.replaced_by, step + 1 from successors join products using (id)
     where products.replaced_by is not null and step < 10
   )
   select id from successors join products using (id) where archived_at is null
   order by step desc limit 1`,
)

/** The last product for sale of those that took the place of this one. */
export const findSuccessor = async (pool: Pool, id: string) =>
  (await selectSuccessor(pool, [id]))[0]?.id

function mostCertain(rows: readonly Row[]): FoundByNumber[] {
  const best = Math.min(...rows.map(({ kind }) => viaKinds.indexOf(kind)))
  const found = rows
    .filter(({ kind }) => kind === viaKinds[best])
    .toSorted((one, other) => (one.productId < other.productId ? -1 : 1))
  // Two numbers of one product may be the same but for their brands.
  const once = found.filter(({ productId }, at) => productId !== found[at - 1]?.productId)
  return once.slice(0, othersMax + 1).map(toFound)
}

const toFound = ({ productId, kind, brand, number, isSuccessor }: Row): FoundByNumber => ({
  productId,
  via: { kind: kindOf(kind, isSuccessor), brand, number },
})

/** The own number of a replaced product is a replaced one. */
const kindOf = (kind: ViaKind, isSuccessor: boolean): ViaKind =>
  kind === 'own' && isSuccessor ? 'replaced' : kind
