import { sql } from 'kysely'
import type { Db } from '../../db/index.ts'
import type { ImportJob } from '../imports/kind.ts'
import { lockFitments, recordChanges, setUniversal } from './apply-import.ts'
import { factColumns, fitmentsOf } from './row-sql.ts'

/** Takes an import back: each product returns to exactly what it was, unless it was changed since. */
export async function undoImport(trx: Db, job: ImportJob) {
  const { importId, report } = job
  await lockFitments(trx, importId)
  await sql`
    update fitment_import_products i set note = 'changed since, and left'
    from fitment_import_products seen
      join products on products.id = seen.product_id
      cross join ${fitmentsOf('seen.product_id')}
    where seen.import_id = ${importId}
      and i.import_id = seen.import_id and i.product_id = seen.product_id
      and (is_universal <> seen.becomes_universal
        or digest <> seen.digest_after)`.execute(trx)
  const undone = sql`(
    select r.* from fitment_import_rows r
    join fitment_import_products i on i.import_id = r.import_id and i.product_id = r.product_id
    where r.import_id = ${importId} and i.note is null) as r`
  await sql`
    delete from fitments f using ${undone}
    where line > 0 and outcome in ('new', 'changed') and f.id = r.fitment_id`.execute(trx)
  await setUniversal(trx, importId, 'was_universal', false)
  await report(0.3)
  await sql`
    insert into fitments (id, product_id, ${factColumns}) overriding system value
    select fitment_id, product_id, ${factColumns} from ${undone}
    where line = 0 order by part`.execute(trx)
  await setUniversal(trx, importId, 'was_universal', true)
  await report(0.9)
  await recordChanges(trx, job, 'undo')
}
