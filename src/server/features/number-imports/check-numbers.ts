import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { numberKinds, numbersMax } from '#contract/numbers/product-numbers.ts'
import type { ImportMode } from '#contract/imports/imports.ts'
import type { Db } from '../../db/index.ts'
import { indexed } from '../../db/temporary-table.ts'
import { loadFileRows } from '../imports/large-files/file-table.ts'
import { finishCheck } from '../imports/tables.ts'
import { keepKeys } from '../numbers/kept-keys.ts'

interface CheckedImport {
  importId: string
  mode: ImportMode
  onlyKnown: boolean
}

/**
 * Compares the rows of a file with the catalogue and the numbers, and stores what an import of them would do. Whole tables at
 * a time: a file may have 300,000 rows. They are temporary ones, see {@link loadFileRows}.
 */
export async function checkNumbers(trx: Db, { importId, mode, onlyKnown }: CheckedImport) {
  const run = (statement: RawBuilder<unknown>) => statement.execute(trx)
  await run(sql`set local work_mem = '64MB'`)
  await loadFileRows(trx, { table: 'number_import_rows', importId })
  // Before any change of a row: an index that is made later in a transaction is not used within it.
  await indexed(trx, 'file_rows', 'product_id')
  await keepKeys(trx, { table: 'file_rows', column: 'part_key' })
  await keepKeys(trx, { table: 'file_rows', column: 'successor_key' })
  await run(knownParts)
  await indexed(trx, 'known_parts', 'key')
  await run(findProducts(onlyKnown))
  await run(sql`analyze file_rows`)
  await run(refuseSecondSuccessors)
  await run(judgeNumbers)
  await run(judgeSuccessors)
  await run(compareProducts(mode))
  await indexed(trx, 'file_products', 'product_id')
  await run(refuseTooMany)
  await run(newSuccessors)
  await indexed(trx, 'new_successors', 'product_id')
  await run(refuseCircles)
  await run(storeRows)
  await run(storeProducts(importId))
  await run(storeRemoved(importId))
  await run(finishCheck('numbers', importId))
}

/** A number with its brand, as the dry run shows it. */
function numberText(number: string, brand: string) {
  const [numberRef, brandRef] = [sql.ref(number), sql.ref(brand)]
  return sql`${numberRef} || case when ${brandRef} = '' then '' else ', ' || ${brandRef} end`
}

/** The name of a kind. */
const kindTitle = (kind: string) => sql`${JSON.stringify(numberKinds)}::jsonb ->> ${sql.ref(kind)}`

const noPart = sql`'There is no part “' || r.part_number || '”'`

/** Products by part number: the one for sale, else the last one that was taken out of the shop. */
const knownParts = sql`
  create temp table known_parts on commit drop as
  select distinct on (key) key, id
  from (select part_key as key from file_rows union select successor_key from file_rows) as asked
  join products on part_key(part_number) = key
  where part_number is not null
  order by key, archived_at desc nulls first`

const findProducts = (onlyKnown: boolean) => sql`
  update file_rows r set product_id = own.id, successor_id = later.id,
    left_out = ${onlyKnown} and own.id is null and r.part_key <> '',
    problem = coalesce(
      case when ${onlyKnown} and own.id is null and r.part_key <> '' then ${noPart} end,
      r.problem,
      case when own.id is null then ${noPart} end,
      case when later.id is null and r.successor_key <> ''
        then 'There is no part “' || r.successor || '” in “Replaced by”' end,
      case when later.id = own.id then 'A part cannot replace itself' end)
  from file_rows asking
  left join known_parts own on own.key = asking.part_key
  left join known_parts later on later.key = asking.successor_key
  where asking.line = r.line`

/** A product has one successor. */
const refuseSecondSuccessors = sql`
  update file_rows r set problem = 'Line ' || first_line || ' has another part in “Replaced by”'
  from (
    select line, first_value(line) over same as first_line, successor_key,
      first_value(successor_key) over same as first_key
    from file_rows where successor is not null and problem is null
    window same as (partition by product_id order by line)
  ) as named
  where r.line = named.line and first_key <> named.successor_key`

/** What a row adds or changes; the same number again is unchanged. */
const judgeNumbers = sql`
  update file_rows r set
    outcome = case
      when r.problem is not null then 'wrong'
      when r.number is null or nth > 1 or same then 'unchanged'
      when was is not null then 'changed'
      else 'new' end,
    changes = case
      when r.problem is not null or r.number is null or nth > 1 or same then '[]'
      else jsonb_build_array(jsonb_build_object('column', ${kindTitle('r.kind')},
        'before', was, 'after', ${numberText('r.number', 'r.brand')})) end
  from (
    select said.line, row_number() over (
        partition by said.product_id, said.kind, lower(said.brand), said.key, said.problem is null order by said.line
      ) as nth,
      ${numberText('live.number', 'live.brand')} as was,
      coalesce(live.number = said.number and live.brand = said.brand, false) as same
    from file_rows said
    left join product_numbers live on live.product_id = said.product_id and live.kind = said.kind
      and lower(live.brand) = lower(said.brand) and live.key = said.key
  ) as compared
  where r.line = compared.line`

const judgeSuccessors = sql`
  update file_rows r set
    outcome = case when outcome = 'new' or p.replaced_by is null then 'new' else 'changed' end,
    changes = changes || jsonb_build_array(jsonb_build_object('column', 'Replaced by',
      'before', (select coalesce(part_number, name) from products where id = p.replaced_by),
      'after', (select coalesce(part_number, name) from products where id = r.successor_id)))
  from products p, (
    select line, row_number() over (partition by product_id order by line) as nth
    from file_rows where successor is not null and problem is null
  ) as named
  where r.line = named.line and nth = 1 and p.id = r.product_id
    and p.replaced_by is distinct from r.successor_id`

/** The numbers and the successor of each product before and after the import. */
const compareProducts = (mode: ImportMode) => sql`
  create temp table file_products on commit drop as
  select product_id, before, after from (
    select named.product_id, numbers_of(named.product_id) as before, jsonb_build_object(
      'numbers', case when has_numbers then (
        select coalesce(jsonb_agg(jsonb_build_array(kind, brand, number)
          order by kind, brand collate "C", key collate "C"), '[]')
        from (
          select distinct on (kind, lower(brand), key) kind, brand, number, key
          from (
            select kind, brand, number, key, line from file_rows r
            where r.product_id = named.product_id and r.number is not null and r.problem is null
            union all
            select kind, brand, number, key, null from product_numbers live
            where ${mode} = 'add' and live.product_id = named.product_id
          ) as either
          order by kind, lower(brand), key, line nulls last
        ) as kept
      ) else numbers_of(named.product_id) -> 'numbers' end,
      'replaced_by', case when has_successor then successor_id else replaced_by end) as after
    from (
      select product_id, bool_or(number is not null) as has_numbers,
        bool_or(successor is not null) as has_successor,
        (array_agg(successor_id order by line) filter (where successor is not null))[1] as successor_id
      from file_rows where problem is null group by product_id
    ) as named join products on products.id = named.product_id
  ) as compared where before <> after`

const refuseTooMany = sql`
  update file_rows r set outcome = 'wrong', problem = ${`A part has at most ${numbersMax} numbers`}
  from file_products p
  where jsonb_array_length(p.after -> 'numbers') > ${numbersMax}
    and r.product_id = p.product_id and r.number is not null`

const newSuccessors = sql`
  create temp table new_successors on commit drop as
  select product_id, (after ->> 'replaced_by')::uuid as successor from file_products
  where before -> 'replaced_by' <> after -> 'replaced_by'`

/** Follows the successors as they will be. What is longer than the database allows is refused by it. */
const refuseCircles = sql`
  with recursive walk as (
    select product_id, successor as id, 1 as step from new_successors where successor is not null
    union all
    select walk.product_id, next.successor, step + 1
    from walk cross join lateral (
      select case when exists (select from new_successors changed where changed.product_id = walk.id)
        then (select successor from new_successors changed where changed.product_id = walk.id)
        else (select replaced_by from products where products.id = walk.id) end as successor
    ) as next
    where next.successor is not null and walk.id <> walk.product_id and step <= 10
  )
  update file_rows r set outcome = 'wrong',
    problem = 'This part would replace itself, directly or through others'
  where r.successor_id is not null and r.problem is null
    and r.product_id in (select product_id from walk where id = product_id)`

const storeRows = sql`
  update number_import_rows r set product_id = judged.product_id, successor_id = judged.successor_id,
    outcome = judged.outcome, changes = judged.changes, problem = judged.problem, left_out = judged.left_out
  from file_rows judged where r.ctid = judged.place`

const storeProducts = (importId: string) => sql`
  insert into number_import_products (import_id, product_id, before, after)
  select ${importId}, product_id, before, after from file_products`

/** The numbers that the file leaves out of parts whose numbers it names. */
const storeRemoved = (importId: string) => sql`
  insert into number_import_rows (import_id, line, part, part_number, part_key, kind, brand, number,
    product_id, outcome, changes)
  select ${importId}, 0, row_number() over (order by p.product_id, live.kind, live.brand, live.key),
    coalesce(part_number, ''), '', live.kind, live.brand, live.number, p.product_id, 'removed',
    jsonb_build_array(jsonb_build_object('column', ${kindTitle('live.kind')},
      'before', ${numberText('live.number', 'live.brand')}, 'after', null))
  from file_products p
  join product_numbers live on live.product_id = p.product_id
  join products on products.id = p.product_id
  where not exists (
    select from jsonb_array_elements(p.after -> 'numbers') as kept
    where kept ->> 0 = live.kind and lower(kept ->> 1) = lower(live.brand)
      and part_key(kept ->> 2) = live.key)`
