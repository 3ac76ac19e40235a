import { sql } from 'kysely'
import type { Db } from '../../db/index.ts'
import { ImportProblem } from './kind.ts'

type State = 'applying' | 'applied' | 'undoing'

/** The message for a file whose units are already in the stock. */
export const alreadyImported = 'This file was imported before, so its units would be added twice'

/**
 * The lines of `file_rows` whose units an earlier import of the same file has added. Absolute stock counts need no
 * such check: `supplied` lets them apply once.
 */
export const linesAlreadyImported = (importId: string, states: readonly State[]) => sql`
  select r.line from file_rows r
  join product_imports this on this.id = ${importId}
  join product_imports earlier on earlier.digest = this.digest and earlier.id <> this.id
    and earlier.state = any(${states}::text[])
  where r.delta <> 0 and (
    (r.outcome = 'changed' and this.adds_units)
    -- The product is live under another name.
    or (r.outcome = 'new' and exists (
      select from product_import_rows added join products p on p.id = added.product_id
      where added.import_id = earlier.id and added.line = r.line and added.outcome = 'new'
        and p.archived_at is null)))`

/** Throws if the file was imported since it was checked. The lock of imports excludes a race. */
export async function refuseRepetition(db: Db, importId: string) {
  const { rows } =
    await sql`${linesAlreadyImported(importId, ['applied', 'undoing'])} limit 1`.execute(db)
  if (rows.length === 0) return
  throw new ImportProblem(
    `${alreadyImported}. Nothing was imported: undo that import first, or export the catalogue again`,
  )
}
