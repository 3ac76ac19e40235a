import { sql } from 'kysely'
import { groupDigits } from '#contract/formats/formatting.ts'
import { fitmentFileRowsMax } from '#contract/imports/fitment-files.ts'
import { modelYears } from '#contract/vehicles/vehicle-key.ts'
import type { Db } from '../../db/index.ts'
import { indexed } from '../../db/temporary-table.ts'
import { ImportProblem } from '../imports/kind.ts'
import type { ImportJob } from '../imports/kind.ts'
import { loadMeantCars } from '../vehicles/written-cars.ts'
import { rangesMax, unknownId } from './file/read-row.ts'
import { factColumns } from './row-sql.ts'

/**
 * The temporary table `resolved`: rows with product and model, or with what is wrong. A row whose name several models
 * have becomes one row for each of them, which is stored in the file's rows.
 */
export async function findCars(
  trx: Db,
  { importId, onlyKnown }: Pick<ImportJob, 'importId' | 'onlyKnown'>,
) {
  await loadMeantCars(
    trx,
    sql`(
      select * from fitment_import_rows
      where import_id = ${importId} and problem is null and not is_universal and model_id is null)`,
  )
  await findProducts(trx, importId)
  await refuseTooMany(trx)
  await resolve(trx, onlyKnown)
  await storeFurtherRows(trx, importId)
  await sql`analyze resolved`.execute(trx)
}

/**
 * The temporary table `found`: each row with its product. The car of a code is known without a look at
 * the years of other models; so is that of a fitment which is stored with years that its name does not mean today.
 */
async function findProducts(trx: Db, importId: string) {
  await sql`
    create temp table found on commit drop as
    select *, problem is null and not is_universal and known_model is null as is_looked_for
    from (
      select r.*, r.ctid as place, coalesce(by_id.id, by_part.id) as found_product,
        by_id.archived_at is not null as is_deleted,
        coalesce(r.model_id, (
          select f.model_id from known_models own
          join fitments f on f.model_id = own.model_id
          where own.make_key = r.make_key and own.model_key = r.model_key and own.others in (0, 2)
            and f.product_id = coalesce(by_id.id, by_part.id)
            and f.year_from = r.year_from and f.year_to = r.year_to
            and not exists (
              select from meant_cars
              where meant_cars.make_key = r.make_key and meant_cars.model_key = r.model_key
                and meant_cars.year_from = r.year_from and meant_cars.year_to = r.year_to
                and meant_cars.model_id = f.model_id
                and first_year = r.year_from and last_year = r.year_to)
          limit 1)) as known_model
      from fitment_import_rows r
      left join products by_id on by_id.id = r.product_id
      left join products by_part on r.product_id is null and by_part.archived_at is null
        and part_key(by_part.part_number) = r.part_key
      where import_id = ${importId}
    ) as r`.execute(trx)
  await indexed(trx, 'found', 'make_key, model_key, year_from, year_to')
}

/** A short file can name a series of thirty models in each line. */
async function refuseTooMany(trx: Db) {
  const { rows } = await sql<{ fitments: number }>`
    select coalesce(sum(cars), 0)::integer as fitments from found
    join (
      select make_key, model_key, year_from, year_to, count(*) as cars from meant_cars
      group by make_key, model_key, year_from, year_to
    ) as meant using (make_key, model_key, year_from, year_to)
    where is_looked_for`.execute(trx)
  if ((rows[0]?.fitments ?? 0) <= fitmentFileRowsMax) return
  throw new ImportProblem(
    `The models of this file make more than ${groupDigits(fitmentFileRowsMax)} fitments. Split it`,
  )
}

/** An open span of a file ends with the last year that a fitment can name. */
const years = (from: string, to: string) =>
  sql`concat(${sql.ref(from)}, case when ${sql.ref(from)} < ${sql.ref(to)}
    then '-' || coalesce(nullif(${sql.ref(to)}, ${modelYears.max})::text, '') end)`

/** When models of this name were sold, as `1987-1999 2001-2003`. */
const soldIn = sql`(
  select string_agg(concat(lower(span), case when upper(span) - lower(span) > 1
    then '-' || upper(span) - 1 end), ' ' order by span)
  from unnest((
    select range_agg(years) from known_models join vehicle_models on id = known_models.model_id
    where known_models.make_key = r.make_key and known_models.model_key = r.model_key
  )) as span)`

const noPart = sql`'There is no part “' || part_number || '”'`

const resolve = (trx: Db, onlyKnown: boolean) =>
  sql`
    create temp table resolved on commit drop as
    with cars as (
      select *, min(first_year) over written as begins, max(last_year) over written as ends
      from meant_cars
      window written as (partition by make_key, model_key, year_from, year_to)
    ), judged as (
      select r.*, cars.model_id as meant_model, first_year, last_year, begins, ends, is_other_name, nth,
        r.year_to < ${modelYears.max} as has_end,
        r.is_looked_for and found_product is not null and not is_deleted and not exists (
          select from known_models known
          where known.make_key = r.make_key and known.model_key = r.model_key) as is_unknown_car,
        exists (select from known_makes where known_makes.make_key = r.make_key) as is_known_make,
        ${onlyKnown} and found_product is null and product_id is null and part_key <> ''
          and problem is distinct from ${unknownId} as is_skipped
      from found r
      left join cars on r.is_looked_for and found_product is not null and not is_deleted
        and cars.make_key = r.make_key and cars.model_key = r.model_key
        and cars.year_from = r.year_from and cars.year_to = r.year_to
    )
    select place, line, part + ${rangesMax} * (coalesce(nth, 1) - 1)::integer as part, nth as nth_model,
      make, make_key, model, model_key, part_number,
      coalesce(first_year, year_from)::smallint as year_from, coalesce(last_year, year_to)::smallint as year_to,
      decilitres, cylinders, fuel, position, per_car, note, is_universal,
      found_product as product_id, coalesce(meant_model, known_model) as model_id, is_unknown_car, is_skipped,
      case
        when is_skipped then ${noPart}
        when problem is not null then problem
        when r.product_id is not null and found_product is null then ${unknownId}
        when is_deleted then 'This product is deleted. Restore it first'
        when found_product is null then ${noPart}
        when not is_looked_for or meant_model is not null then null
        when not is_known_make then 'The make “' || make || '” is not known'
        when is_unknown_car then '“' || model || '” of ' || make || ' is not known'
        else make || ' ' || model || ' was not sold in ' || ${years('year_from', 'year_to')}
          || ', only in ' || ${soldIn}
      end as problem,
      case when is_other_name or first_year > year_from or (has_end and last_year < year_to) then
        'The file says “' || make || ' ' || model || '” ' || ${years('year_from', 'year_to')}
        || case when begins > year_from or (has_end and ends < year_to) then ', which was sold '
          || case when begins > year_from then 'from ' || begins else '' end
          || case when begins > year_from and has_end and ends < year_to then ' ' else '' end
          || case when has_end and ends < year_to then 'until ' || ends else '' end
          else '' end
      end as remark
    from judged r`.execute(trx)

/** The rows of the second and further models of a name. */
async function storeFurtherRows(trx: Db, importId: string) {
  await sql`
    with stored as (
      insert into fitment_import_rows (import_id, line, part, part_number, make, make_key, model, model_key,
        product_id, is_universal, ${factColumns})
      select ${importId}, line, part, part_number, make, make_key, model, model_key,
        product_id, is_universal, ${factColumns}
      from resolved where nth_model > 1
      returning line, part, ctid as place
    )
    update resolved set place = stored.place from stored
    where resolved.line = stored.line and resolved.part = stored.part`.execute(trx)
}
