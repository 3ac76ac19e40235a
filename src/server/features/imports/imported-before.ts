import { sql } from 'kysely'
import type { Db } from '../../db/index.ts'
import { ImportProblem } from './apply-import.ts'

type State = 'applying' | 'applied' | 'undoing'

/** What is said of a file whose units are in the stock already. */
export const addedBefore = 'This file was imported before, so its units would be added twice'

/**
 * Lines of a file whose units came with another import of the same file, and would come once more. What
 * a file says is the stock of a product comes once by itself: see `supplied`.
 */
export const linesAddedBefore = (importId: string, states: readonly State[]) => sql`
  select r.line from product_import_rows r
  join product_imports this on this.id = r.import_id
  join product_imports earlier on earlier.digest = this.digest and earlier.id <> this.id
    and earlier.state = any(${states}::text[])
  where r.import_id = ${importId} and r.delta <> 0 and (
    (r.outcome = 'changed' and this.adds_units)
    -- It is in the shop under another name by now.
    or (r.outcome = 'new' and exists (
      select from product_import_rows added join products p on p.id = added.product_id
      where added.import_id = earlier.id and added.line = r.line and added.outcome = 'new'
        and p.archived_at is null)))`

/** Throws when the file was imported since it was checked. Under the lock of imports nothing comes in between. */
export async function refuseAddedBefore(db: Db, importId: string) {
  const { rows } = await sql`${linesAddedBefore(importId, ['applied', 'undoing'])} limit 1`.execute(
    db,
  )
  if (rows.length === 0) return
  throw new ImportProblem(
    `${addedBefore}. Nothing was imported: undo that import first, or export the catalogue again`,
  )
}
