import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { fitmentsOfPartMax } from '#contract/imports/fitment-files.ts'
import type { Db } from '../../db/index.ts'
import { indexed } from '../../db/temporary-table.ts'
import type { ImportJob } from '../imports/kind.ts'
import { finishCheck, hasOutcome } from '../imports/tables.ts'
import { keepKeys } from '../numbers/kept-keys.ts'
import { factColumns, fitmentsOf, keyOf } from './row-sql.ts'
import { loadVehicleNames } from '../vehicles/written-cars.ts'
import type { NamedMake } from '../vehicles/written-cars.ts'
import { findCars } from './find-cars.ts'
import { suggestionFor } from './suggest-names.ts'

/**
 * Compares the rows of a file with the catalogue, the cars and the fitments, and stores what an import of them would
 * do. Whole tables at a time: a file may have a million rows.
 */
export async function checkImport(trx: Db, job: ImportJob) {
  const { importId, mode, report } = job
  const run = (statement: RawBuilder<unknown>) => statement.execute(trx)
  await run(sql`set local work_mem = '64MB'`)
  await keepKeys(trx, { table: 'fitment_import_rows', column: 'part_key', importId })
  const makes = await loadVehicleNames(trx)
  await findCars(trx, job)
  await suggestCars(trx, makes)
  await report(0.2)
  await run(judgeRows(mode))
  await indexed(trx, 'judged', 'line, part')
  await report(0.4)
  await run(findRemoved(mode))
  await indexed(trx, 'gone', 'part')
  for (const columns of mode === 'replace' ? replacedBy : replacedBy.slice(0, 1)) {
    await run(pairRemoved(sql.raw(columns)))
  }
  await report(0.5)
  await run(storeOutcomes)
  await run(storeRemoved(importId))
  await report(0.9)
  await run(storeProducts(importId))
  await run(sql`analyze fitment_import_products`)
  await run(storeSeen(importId))
  await run(refuseTooMany(importId))
  await run(storeCounts(importId))
}

/** More unknown names have no suggestion: each is compared with all names of the shop. */
const suggestionsMax = 200

async function suggestCars(trx: Db, makes: readonly NamedMake[]) {
  const { rows } = await sql<{ make: string; model: string; problem: string }>`
    select min(make) as make, min(model) as model, problem from resolved
    where is_unknown_car group by problem order by count(*) desc, problem
    limit ${suggestionsMax}`.execute(trx)
  const suggestions = rows.flatMap(({ problem, ...car }) => {
    const suggestion = suggestionFor(makes, car)
    return suggestion ? { problem, suggestion } : []
  })
  if (suggestions.length === 0) return
  await sql`
    update resolved set problem = resolved.problem || '; did you mean ' || suggestion || '?'
    from jsonb_to_recordset(${JSON.stringify(suggestions)}::jsonb)
      as suggested(problem text, suggestion text)
    where is_unknown_car and resolved.problem = suggested.problem`.execute(trx)
}

/**
 * The temporary table `judged`: each row beside the fitment that says the same, if there is one, and what is wrong
 * with it beside the others of its product.
 */
const judgeRows = (mode: ImportJob['mode']) => sql`
  create temp table judged on commit drop as
  with keyed as (
    select r.*, ${keyOf('r')} as key,
      first_value(line) over same as first_line, first_value(per_car) over same as first_count,
      row_number() over same as nth,
      bool_or(r.is_universal) over product and not bool_and(r.is_universal) over product as is_both
    from resolved r where problem is null
    window same as (partition by product_id, r.is_universal, ${keyOf('r')} order by line, part),
      product as (partition by product_id)
  ), compared as (
    select keyed.*, f.id as live_id, f.per_car as live_count, p.is_universal as was_universal
    from keyed
    join products p on p.id = keyed.product_id
    left join fitments f on f.product_id = keyed.product_id and ${keyOf('f')} = keyed.key
      and not keyed.is_universal
  )
  select place, line, part, product_id, ${factColumns}, is_universal, key, remark,
    case when nth = 1 then live_id end as live_id,
    case
      when is_both then 'The file says of this part both that it fits every car and which cars it fits'
      when nth > 1 and per_car is distinct from first_count
        then 'Line ' || first_line || ' has another number for each car'
      when ${mode} = 'add' and nth = 1 and was_universal and not is_universal
        then 'This part fits every car. Import the file as the whole truth to change that'
      when ${mode} = 'add' and is_universal and not was_universal
        and exists (select from fitments f where f.product_id = compared.product_id)
        then 'This part fits some cars. Import the file as the whole truth to change that'
    end as problem,
    case
      when nth > 1 then 'unchanged'
      when is_universal then case when was_universal then 'unchanged' else 'new' end
      when live_id is not null and per_car is not distinct from live_count then 'unchanged'
      else 'new'
    end as outcome, false as is_skipped
  from compared
  union all
  select place, line, part, product_id, ${factColumns}, is_universal, null, null, null, problem, 'wrong', is_skipped
  from resolved where problem is not null`

/** The temporary table `gone`: the fitments that the import removes, each with the row that takes its place. */
const findRemoved = (mode: ImportJob['mode']) => sql`
  create temp table gone on commit drop as
  select row_number() over (order by f.product_id, f.id)::integer as part,
    f.id as fitment_id, f.product_id, ${factColumns}, ${keyOf('f')} as key,
    null::integer as by_line, null::integer as by_part
  from fitments f
  where f.product_id in (select product_id from judged where problem is null)
    and not exists (select from judged j where j.live_id = f.id and j.outcome = 'unchanged')
    and (${mode} = 'replace' or exists (select from judged j where j.live_id = f.id))`

/** What a fitment and the row that takes its place have in common, the most similar first. */
const replacedBy = ['product_id, key', 'product_id, model_id', 'product_id']

const pairRemoved = (columns: RawBuilder<unknown>) => sql`
  with added as (
    select line, part, ${columns},
      row_number() over (partition by ${columns} order by year_from, year_to, line, part) as nth
    from judged where problem is null and outcome = 'new' and not is_universal
      and not exists (select from gone where by_line = judged.line and by_part = judged.part)
  ), removed as (
    select part as gone_part, ${columns},
      row_number() over (partition by ${columns} order by year_from, year_to, fitment_id) as nth
    from gone where by_line is null
  )
  update gone set by_line = pair.line, by_part = pair.part
  from (select * from added join removed using (${columns}, nth)) as pair
  where gone.part = pair.gone_part`

const storeOutcomes = sql`
  update fitment_import_rows r set
    product_id = coalesce(judged.product_id, r.product_id), model_id = judged.model_id,
    year_from = judged.year_from, year_to = judged.year_to, remark = judged.remark,
    problem = judged.problem, left_out = judged.is_skipped, replaces = gone.part,
    outcome = case
      when judged.problem is not null then 'wrong'
      when gone.part is not null then 'changed'
      else judged.outcome end,
    fitment_id = case
      when judged.problem is null and judged.outcome = 'new' and not judged.is_universal
        then nextval(pg_get_serial_sequence('fitments', 'id')) end
  from judged left join gone on gone.by_line = judged.line and gone.by_part = judged.part
  where r.ctid = judged.place`

const storeRemoved = (importId: string) => sql`
  insert into fitment_import_rows
    (import_id, line, part, fitment_id, product_id, ${factColumns}, outcome)
  select ${importId}, 0, part, fitment_id, product_id, ${factColumns},
    case when by_line is null then 'removed' else 'replaced' end
  from gone`

const storeProducts = (importId: string) => sql`
  insert into fitment_import_products (import_id, product_id, was_universal, becomes_universal,
    fitments_before, fitments_after, digest_before)
  select ${importId}, product_id, p.is_universal, becomes_universal, 0, more, '0'
  from (
    select product_id, bool_or(is_universal) as becomes_universal,
      count(*) filter (where line > 0 and not is_universal) - count(*) filter (where line = 0) as more
    from fitment_import_rows
    where import_id = ${importId} and outcome in ('new', 'changed', 'removed', 'replaced')
    group by product_id
  ) as changed join products p on p.id = product_id`

const storeSeen = (importId: string) => sql`
  update fitment_import_products p set
    fitments_before = fitments, fitments_after = fitments + p.fitments_after, digest_before = digest
  from fitment_import_products seen, ${fitmentsOf('seen.product_id')}
  where seen.import_id = ${importId}
    and p.import_id = seen.import_id and p.product_id = seen.product_id`

const refuseTooMany = (importId: string) => sql`
  update fitment_import_rows r set outcome = 'wrong', problem = ${`A part has at most ${fitmentsOfPartMax} fitments`}
  from fitment_import_products p
  where p.import_id = ${importId} and p.fitments_after > ${fitmentsOfPartMax}
    and r.import_id = ${importId} and r.product_id = p.product_id and r.line > 0
    and r.outcome in ('new', 'changed')`

/** The texts of a column that most rows have, with their numbers of rows. */
const mostFrequent = (column: 'problem' | 'remark', rows: RawBuilder<unknown>) => sql`(
  select coalesce(json_agg(json_build_object(${sql.lit(column)}, text, 'rows', rows)), '[]') from (
    select ${sql.ref(column)} as text, count(*) as rows from fitment_import_rows
    where ${rows} group by text order by rows desc, text limit ${frequentMax}) as frequent)`

const frequentMax = 50

const storeCounts = (importId: string) =>
  finishCheck(
    'fitments',
    importId,
    sql`, progress = 0,
    parts = (select count(*) from fitment_import_products where import_id = ${importId}),
    problems = ${mostFrequent('problem', sql`import_id = ${importId} and ${hasOutcome('wrong')}`)},
    remarks = ${mostFrequent('remark', sql`import_id = ${importId} and remark is not null`)}`,
  )
