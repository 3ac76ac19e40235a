import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { Db } from '../../db/index.ts'
import { isUniqueViolation } from '../../db/index.ts'
import type { Schema } from '../../db/schema.ts'
import { databaseRefusal } from '../../errors/errors.ts'
import type { Shop } from '../../shop.ts'
import { applyRange, ImportProblem } from './apply-import.ts'
import type { Range } from './apply-import.ts'
import { refuseRepetition } from './repeated-import.ts'
import { undoRange } from './undo-import.ts'

const linesAtOnce = 2000

type Deps = Pick<Shop, 'database' | 'publicReads'>

const operations = {
  applying: { run: applyRange, done: 'applied', refused: 'checked' },
  undoing: { run: undoRange, done: 'undone', refused: 'applied' },
} as const
type Operation = keyof typeof operations

interface ImportJob extends Omit<Range, 'from' | 'to'> {
  operation: Operation
}

/**
 * Processes requested imports and undos, each in one transaction. The lock ends with the transaction, so
 * the work of a node that dies is rolled back and another node starts over.
 */
export async function processImports(deps: Deps): Promise<void> {
  const { database } = deps
  const open = await nextJob(database.db)
  if (!open) return
  await database.withoutTimeouts(async ({ db }) => {
    while (await processNext(db, deps)) deps.publicReads.changed()
  })
}

async function processNext(db: Db, { database }: Deps): Promise<boolean> {
  let work: ImportJob | undefined
  try {
    return await db.transaction().execute(async (trx) => {
      if (!(await takeLock(trx))) return false
      work = await nextJob(trx)
      if (!work) return false
      await processImport(trx, work, database.db)
      return true
    })
  } catch (error) {
    // The database is unreachable or overloaded. The next run retries.
    if (!work || databaseRefusal(error)) throw error
    await recordProblem(database.db, work, sentenceOf(error))
    if (sentenceOf(error) === unknown) throw error
    return true
  }
}

const takeLock = async (trx: Transaction<Schema>) => {
  const { rows } = await sql<{ ours: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('product imports')) as ours`.execute(trx)
  return rows[0]?.ours === true
}

async function nextJob(db: Db): Promise<ImportJob | undefined> {
  const row = await db
    .selectFrom('product_imports')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['product_imports.id', 'state', 'file_name', 'user_id', 'request_id', 'users.email'])
    .where('state', 'in', ['applying', 'undoing'])
    .orderBy('product_imports.created_at')
    .limit(1)
    .executeTakeFirst()
  return (
    row && {
      importId: row.id,
      // Safe: the query selects these two states only.
      operation: row.state as Operation,
      fileName: row.file_name,
      actor: row.user_id,
      email: row.email,
      requestId: row.request_id,
    }
  )
}

async function processImport(trx: Transaction<Schema>, work: ImportJob, outside: Db) {
  const { importId, operation } = work
  const { run, done } = operations[operation]
  const rows = () => trx.selectFrom('product_import_rows').where('import_id', '=', importId)
  const { last } = await rows()
    .where('outcome', 'in', ['new', 'changed'])
    .select(({ fn }) => fn.max<number | null>('line').as('last'))
    .executeTakeFirstOrThrow()
  if (operation === 'applying') await refuseRepetition(trx, importId)
  let doneRows = 0
  for (let from = 0; from < (last ?? 0); from += linesAtOnce) {
    doneRows += await run(trx, { ...work, from, to: from + linesAtOnce })
    // Outside of the transaction, so that the progress is visible before the commit.
    await outside
      .updateTable('product_imports')
      .set({ done_rows: doneRows })
      .where('id', '=', importId)
      .execute()
  }
  const { kept, worked } = await rows()
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('note', 'is not', null).as('kept'),
      fn.countAll<number>().filterWhere('outcome', 'in', ['new', 'changed']).as('worked'),
    ])
    .executeTakeFirstOrThrow()
  const { isWhole } = await trx
    .updateTable('product_imports')
    .set({ state: done, kept_rows: kept, problem: null, changed_at: sql<Date>`now()` })
    .where('id', '=', importId)
    .returning(sql<boolean>`new_rows + changed_rows = ${worked}`.as('isWhole'))
    .executeTakeFirstOrThrow()
  // Rows of old files are purged in batches.
  if (!isWhole) throw new ImportProblem('This file is too old. Nothing was changed')
}

const recordProblem = (db: Db, { importId, operation }: ImportJob, problem: string) =>
  db
    .updateTable('product_imports')
    .set({ state: operations[operation].refused, problem })
    .where('id', '=', importId)
    // Another node may have finished it meanwhile.
    .where('state', '=', operation)
    .execute()

const unknown = 'Something went wrong on our side. Nothing was changed'

function sentenceOf(error: unknown): string {
  if (error instanceof ImportProblem) return error.message
  if (isUniqueViolation(error, 'products_live_name')) {
    return 'A product with the same name has been added since. Nothing was changed'
  }
  if (isUniqueViolation(error, 'products_live_part_key')) {
    return 'A product with the same part number has been added since. Nothing was changed'
  }
  return unknown
}
