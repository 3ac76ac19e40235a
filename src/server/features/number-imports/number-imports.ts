import { sql } from 'kysely'
import { imports } from '#contract/imports.ts'
import { numberColumns } from '#contract/numbers/number-files.ts'
import type { NumberColumn } from '#contract/numbers/number-files.ts'
import { asCsv, csvHeaders } from '../../http/csv.ts'
import { rawRoute } from '../../http/route.ts'
import type { Shop } from '../../shop.ts'
import type { ImportWork } from '../imports/process-imports.ts'
import { checkFile } from './check-file.ts'
import { eachNumber } from './export-numbers.ts'
import { listNumberRows } from './list-rows.ts'
import { applyNumbers, undoNumbers } from './write-numbers.ts'

/** What the calls of imports do for files of numbers. */
export const numberCalls = { check: checkFile, rows: listNumberRows }

/** Imports of numbers. */
export const numberImports: ImportWork = {
  of: 'numbers',
  async run(trx, job, report) {
    const { rows } = await sql<{ all: number }>`
      select new_rows + changed_rows + removed_rows as all from number_imports
      where id = ${job.importId}`.execute(trx)
    const { all = 0 } = rows[0] ?? {}
    const run = job.operation === 'applying' ? applyNumbers : undoNumbers
    await run(trx, job, (share) => report(Math.round(share * all)))
  },
  async count(trx, importId) {
    const { rows } = await sql<{ worked: number; kept: number }>`
      select count(*) as worked, count(*) filter (where i.note is not null) as kept
      from number_import_rows r
      left join number_import_products i on i.import_id = r.import_id and i.product_id = r.product_id
      where r.import_id = ${importId} and outcome in ('new', 'changed', 'removed')`.execute(trx)
    return rows[0] ?? { worked: 0, kept: 0 }
  },
}

// Safe: the keys of a constant.
const csv = (Object.entries(numberColumns) as [NumberColumn, string][]).map(([key, header]) => ({
  key,
  header,
}))

/** Export of numbers; their imports are calls of all imports. */
export function numberFileRoutes({ router, lists, database }: Shop) {
  rawRoute(router, imports.numbersCsv, async ({ request }) => ({
    headers: csvHeaders('numbers.csv'),
    body: await lists.streams.open(request, () => asCsv(csv, eachNumber(database.db))),
  }))
}
