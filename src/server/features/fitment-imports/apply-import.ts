import { sql } from 'kysely'
import type { Db } from '../../db/index.ts'
import { nameOrder } from '../../db/search.ts'
import { ImportProblem } from '../imports/kind.ts'
import type { ImportJob } from '../imports/kind.ts'
import { factColumns, fitmentsOf } from './row-sql.ts'

/**
 * No other change of fitments is between the comparison and the end of the transaction. Changes by hand lock their
 * product first, so the products that this transaction changes are locked before; others can be sold meanwhile.
 */
export async function lockFitments(trx: Db, importId: string) {
  await sql`
    select from products where id in (
      select product_id from fitment_import_products
      where import_id = ${importId} and was_universal <> becomes_universal)
    order by id for no key update`.execute(trx)
  await sql`select pg_advisory_xact_lock(hashtext('fitments'))`.execute(trx)
}

/** Lines of a file that one statement inserts. */
const linesAtOnce = 50_000

/** Writes what the check has found: all of it, or an {@link ImportProblem}. */
export async function applyImport(trx: Db, job: ImportJob) {
  const { importId } = job
  await lockFitments(trx, importId)
  await refuseChanges(trx, importId)
  await sql`
    delete from fitments f using fitment_import_rows r
    where import_id = ${importId} and line = 0 and f.id = r.fitment_id`.execute(trx)
  await setUniversal(trx, importId, 'becomes_universal', false)
  await job.report(0.1)
  await insertRows(trx, job)
  await setUniversal(trx, importId, 'becomes_universal', true)
  await sql`
    update fitment_import_products p set digest_after = digest
    from fitment_import_products seen, ${fitmentsOf('seen.product_id')}
    where seen.import_id = ${importId}
      and p.import_id = seen.import_id and p.product_id = seen.product_id`.execute(trx)
  await recordChanges(trx, job, 'import')
}

/** No product may have changed since the check. */
async function refuseChanges(trx: Db, importId: string) {
  const { rows } = await sql<{ name: string; why: string }>`
    select name, case when archived_at is not null then 'was deleted'
      else 'was changed by somebody else' end as why
    from fitment_import_products seen
    join products on products.id = seen.product_id
    cross join ${fitmentsOf('seen.product_id')}
    where import_id = ${importId} and (archived_at is not null or is_universal <> was_universal
      or digest <> digest_before)
    order by ${sql.raw(nameOrder())} limit 3`.execute(trx)
  if (rows.length === 0) return
  const examples = rows.map(({ name, why }) => `“${name}” ${why}`)
  throw new ImportProblem(
    `Since the file was checked ${examples.join(', ')}. Nothing was imported: check the file again`,
  )
}

/** Before fitments come, and after they are gone: a product has fitments, or fits every car. */
export const setUniversal = (
  trx: Db,
  importId: string,
  column: 'becomes_universal' | 'was_universal',
  value: boolean,
) =>
  sql`
    update products p set is_universal = ${value}
    from fitment_import_products i
    where import_id = ${importId} and p.id = i.product_id and p.is_universal <> ${value}
      and ${sql.ref(`i.${column}`)} = ${value} and i.note is null`.execute(trx)

async function insertRows(trx: Db, { importId, report }: ImportJob) {
  const { rows } = await sql<{ last: number | null }>`
    select max(line) as last from fitment_import_rows where import_id = ${importId}`.execute(trx)
  const last = rows[0]?.last ?? 0
  for (let from = 0; from < last; from += linesAtOnce) {
    await sql`
      insert into fitments (id, product_id, ${factColumns}) overriding system value
      select fitment_id, product_id, ${factColumns} from fitment_import_rows
      where import_id = ${importId} and line > ${from} and line <= ${from + linesAtOnce}
        and outcome in ('new', 'changed') and not is_universal
      order by line, part`.execute(trx)
    await report(0.1 + (0.8 * Math.min(from + linesAtOnce, last)) / last)
  }
}

/** An entry of the audit log for each product that an import or its undo has changed. */
export function recordChanges(trx: Db, job: ImportJob, what: 'import' | 'undo') {
  const [from, to] = what === 'import' ? ['before', 'after'] : ['after', 'before']
  const reason = `Import of ${job.fileName}${what === 'undo' ? ' undone' : ''}`
  return sql`
    insert into admin_actions (actor, action, target, before, after, request_id)
    select ${job.actor}, 'import-products', product_id, ${loggedOf(from)},
      ${loggedOf(to)} || jsonb_build_object('reason', ${reason}::text), ${job.requestId}
    from fitment_import_products where import_id = ${job.importId} and note is null`.execute(trx)
}

/** What the log says of a product before or after the import. */
function loggedOf(time: string) {
  const isUniversal = sql.ref(time === 'before' ? 'was_universal' : 'becomes_universal')
  return sql`(jsonb_build_object('fitments', ${sql.ref(`fitments_${time}`)}) ||
    case when was_universal <> becomes_universal
      then jsonb_build_object('is_universal', ${isUniversal}) else '{}' end)`
}
