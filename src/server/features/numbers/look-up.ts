import type { ClientBase, Pool } from 'pg'
import { partKey } from '#contract/shared/part-number.ts'
import { gtinForms, ownKeys } from '#contract/numbers/gtin.ts'
import { othersMax, viaKinds } from '#contract/numbers/via.ts'
import type { Via } from '#contract/numbers/via.ts'
import { prepared } from '../../db/prepared.ts'

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
const selectCarriers = prepared<Row, { keys: string[] }>(
  'products-by-number',
  (p) => `with recursive carriers as (
     select asked.key, carrier.*
     from unnest(${p.keys}::text[]) as asked(key)
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
 * certain kind, each once, oldest first. A product that was replaced is its successor instead. A barcode is the same
 * number in each length of its GTIN, and so is a part number that is one.
 */
export async function findByNumbers(
  on: Pick<ClientBase, 'query'>,
  texts: readonly string[],
): Promise<ReadonlyMap<string, FoundByNumber[]>> {
  const keys = [...new Set(texts.map(partKey))].filter((key) => key !== '')
  if (keys.length === 0) return new Map()
  const asked = [...new Set(keys.flatMap((key) => [...ownKeys(key), ...gtinForms(key)]))]
  const byKey = Map.groupBy(await selectCarriers(on, { keys: asked }), ({ key }) => key)
  return new Map(
    keys.flatMap((key) => {
      const rows = carriersOf(key, byKey)
      return rows.length > 0 ? [[key, mostCertain(rows)]] : []
    }),
  )
}

/** The shop's own parts, current and replaced. */
const ownKinds: readonly Row['kind'][] = ['own', 'replaced']

function carriersOf(key: string, byKey: ReadonlyMap<string, readonly Row[]>) {
  const exact = byKey.get(key) ?? []
  const inOthers = (keys: readonly string[], kinds: readonly Row['kind'][]) =>
    keys
      .filter((other) => other !== key)
      .flatMap((other) => byKey.get(other) ?? [])
      .filter(({ kind }) => kinds.includes(kind))
  // A shop that has both writings means two parts.
  const isOwn = exact.some(({ kind }) => ownKinds.includes(kind))
  const own = isOwn ? [] : inOthers(ownKeys(key), ownKinds)
  return [...exact, ...own, ...inOthers(gtinForms(key), ['barcode'])]
}

const selectLike = prepared<
  { number: string },
  { patterns: string[]; start: string; end: string; most: number }
>(
  'numbers-like',
  // Materialised, since for a limit the planner would read the first of all rows.
  (p) => `with own as materialized (
     select part_number as number from products
     where (part_key(part_number) like ${p.start} or part_key(part_number) like ${p.end})
       and part_key(part_number) like any (${p.patterns}::text[]) and part_number is not null and archived_at is null
   ), other as materialized (
     select number from product_numbers
     where (key like ${p.start} or key like ${p.end}) and key like any (${p.patterns}::text[])
   )
   select number from (select * from own union all select * from other) as near limit ${p.most}`,
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
  const rows = await selectLike(pool, {
    patterns,
    start: `${key.slice(0, cut)}%`,
    end: `%${key.slice(cut)}`,
    most,
  })
  return rows.map(({ number }) => number)
}

const selectSuccessor = prepared<{ id: string }, { id: string }>(
  'successor-of-product',
  (p) => `with recursive successors as (
     select replaced_by as id, 1 as step from products where id = ${p.id} and replaced_by is not null
     union all
     select products.replaced_by, step + 1 from successors join products using (id)
     where products.replaced_by is not null and step < 10
   )
   select id from successors join products using (id) where archived_at is null
   order by step desc limit 1`,
)

/** The last product for sale of those that took the place of this one. */
export const findSuccessor = async (pool: Pool, id: string) =>
  (await selectSuccessor(pool, { id }))[0]?.id

function mostCertain(rows: readonly Row[]): FoundByNumber[] {
  const best = Math.min(...rows.map(rankOf))
  const found = rows
    .filter((row) => rankOf(row) === best)
    .toSorted((one, other) => (one.productId < other.productId ? -1 : 1))
  // Two numbers of one product may be the same but for their brands.
  const once = found.filter(({ productId }, at) => productId !== found[at - 1]?.productId)
  return once.slice(0, othersMax + 1).map(toFound)
}

const toFound = ({ productId, kind, brand, number, isSuccessor }: Row): FoundByNumber => ({
  productId,
  via: { kind: kindOf(kind, isSuccessor), brand, number },
})

/** Kinds of a later release come last. */
function rankOf({ kind }: Row) {
  const rank = viaKinds.findIndex((known) => known === kind)
  return rank === -1 ? viaKinds.length : rank
}

/** The own number of a replaced product is a replaced one. */
const kindOf = (kind: Via['kind'], isSuccessor: boolean): Via['kind'] =>
  kind === 'own' && isSuccessor ? 'replaced' : kind
