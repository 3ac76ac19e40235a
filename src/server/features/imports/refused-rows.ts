import { sql } from 'kysely'
import { refusedColumn } from '#contract/imports/imports.ts'
import type { ImportKind } from '#contract/imports/imports.ts'
import type { Db } from '../../db/index.ts'
import { AppError } from '../../errors/errors.ts'
import { asCsvOfCells, fromText } from '../../http/csv.ts'
import { openCsv } from './csv-rows.ts'
import type { CsvRecord } from './csv-rows.ts'
import { countPieces, piecesOf } from './large-files/kept-file.ts'
import { ofPartsWithErrors, otherRowProblem } from './leave-out-wrong.ts'
import { importTables } from './tables.ts'

/**
 * The rows of a file that an import leaves out, as the file writes them, each with the reason. Rows of a part with an
 * error are among them although they are right: a corrected file has to say all about its parts again.
 */
export async function refusedRows(db: Db, of: ImportKind, importId: string) {
  if ((await countPieces(db, of, importId)) === 0) throw new AppError('not-found')
  const { delimiter, records } = await openCsv(piecesOf(db, of, importId))
  return asCsvOfCells(withReasons(records, reasonsOf(db, of, importId)), delimiter)
}

async function* withReasons(records: AsyncIterable<CsvRecord>, reasons: AsyncIterator<Reason>) {
  let next: IteratorResult<Reason> | undefined
  for await (const { line, cells } of records) {
    if (next?.done) return
    if (next && next.value.line !== line) continue
    yield [next ? next.value.reason : refusedColumn, ...cells.map(fromText)]
    next = await reasons.next()
  }
}

interface Reason {
  line: number
  reason: string
}

const linesAtOnce = 20_000

/** The lines that are left out, in the order of the file. */
async function* reasonsOf(db: Db, of: ImportKind, importId: string): AsyncGenerator<Reason> {
  const problem = of === 'products' ? sql`array_to_string(problems, '; ')` : sql`problem`
  for (let after = 0; ;) {
    const { rows } = await sql<Reason>`
      select line, coalesce(
        string_agg(distinct ${problem}, '; ') filter (where ${problem} not in ('', ${otherRowProblem})),
        ${otherRowProblem}) as reason
      from ${sql.table(importTables[of].rows)}
      where import_id = ${importId} and line > ${after}
        and (outcome = 'wrong' or ${ofPartsWithErrors(of, importId)})
      group by line order by line limit ${linesAtOnce}`.execute(db)
    yield* rows
    if (rows.length < linesAtOnce) return
    after = rows.at(-1)?.line ?? 0
  }
}
