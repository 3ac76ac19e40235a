import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { FitmentImportMode } from '#contract/vehicles/fitment-imports.ts'
import type { Database, Db } from '../../db/index.ts'
import type { Schema } from '../../db/schema.ts'
import { databaseRefusal } from '../../errors/errors.ts'
import type { Shop } from '../../shop.ts'
import { ImportProblem } from '../imports/apply-import.ts'
import { applyImport } from './apply-import.ts'
import type { Work } from './apply-import.ts'
import { checkImport } from './check-import.ts'
import { readFile } from './file/read-file.ts'
import { undoImport } from './undo-import.ts'

type Deps = Pick<Shop, 'database' | 'publicReads'>

/** Where an import goes when its work cannot be done. */
const refusedTo = { checking: 'failed', applying: 'checked', undoing: 'applied' } as const
type Operation = keyof typeof refusedTo

interface Job extends Work {
  operation: Operation
  mode: FitmentImportMode
}

/**
 * Reads, checks, applies and undoes imports of fitments, each change in one transaction. The lock ends with the transaction, so the
 * work of a node that dies is rolled back and another node starts over.
 */
export async function processFitmentImports(deps: Deps): Promise<void> {
  const { database } = deps
  if (!(await nextJob(database.db, database.db))) return
  await database.withoutTimeouts(async ({ db }) => {
    // Thousands of rows have come since the last time that the planner counted them.
    await sql`analyze fitment_import_rows, fitment_import_products`.execute(db)
    while (await processNext(db, deps)) deps.publicReads.changed()
  })
}

async function processNext(db: Db, { database }: Deps): Promise<boolean> {
  let job: Job | undefined
  try {
    return await db.transaction().execute(async (trx) => {
      if (!(await takeLock(trx))) return false
      job = await nextJob(trx, database.db)
      if (!job) return false
      if (job.operation === 'checking') await readAndCheck(trx, job, database)
      else await change(trx, job)
      return true
    })
  } catch (error) {
    // The database is unreachable or overloaded. The next run retries.
    if (!job || databaseRefusal(error)) throw error
    const isExpected = error instanceof ImportProblem
    await recordProblem(database.db, job, isExpected ? error.message : unknown)
    if (!isExpected) throw error
    return true
  }
}

const takeLock = async (trx: Transaction<Schema>) => {
  const { rows } = await sql<{ ours: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('fitment imports')) as ours`.execute(trx)
  return rows[0]?.ours === true
}

async function nextJob(db: Db, outside: Db): Promise<Job | undefined> {
  const row = await db
    .selectFrom('fitment_imports')
    .select(['id', 'state', 'mode', 'file_name', 'user_id', 'request_id'])
    .where('state', 'in', ['checking', 'applying', 'undoing'])
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  return (
    row && {
      importId: row.id,
      // Safe: the query selects these states only.
      operation: row.state as Operation,
      mode: row.mode,
      fileName: row.file_name,
      actor: row.user_id,
      requestId: row.request_id,
      report: (progress) =>
        outside.updateTable('fitment_imports').set({ progress }).where('id', '=', row.id).execute(),
    }
  )
}

/** The share of reading in the time of a check. */
const readingShare = 0.4

async function readAndCheck(trx: Transaction<Schema>, job: Job, database: Database) {
  const { report } = job
  // The transaction waits while the rows are stored beside it.
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx)
  await readFile(database, { ...job, report: (share) => report(share * readingShare) })
  await checkImport(trx, {
    ...job,
    report: (share) => report(readingShare + share * (1 - readingShare)),
  })
}

async function change(trx: Transaction<Schema>, job: Job) {
  await refuseIncomplete(trx, job.importId)
  await (job.operation === 'applying' ? applyImport(trx, job) : undoImport(trx, job))
  await trx
    .updateTable('fitment_imports')
    .set({
      state: job.operation === 'applying' ? 'applied' : 'undone',
      problem: null,
      changed_at: sql<Date>`now()`,
      kept_parts: sql<number>`(select count(*) from fitment_import_products
        where import_id = ${job.importId} and note is not null)`,
      kept_rows: sql<number>`(select count(*) from fitment_import_rows r
        join fitment_import_products i on i.import_id = r.import_id and i.product_id = r.product_id
        where r.import_id = ${job.importId} and i.note is not null
          and outcome in ('new', 'changed', 'removed'))`,
    })
    .where('id', '=', job.importId)
    .execute()
}

/** Rows of old files are purged in batches. */
async function refuseIncomplete(trx: Transaction<Schema>, importId: string) {
  const { rows } = await sql<{ isWhole: boolean }>`
    select (
      select count(*) from fitment_import_rows
      where import_id = ${importId} and outcome in ('new', 'changed', 'removed', 'replaced')
    ) = new_rows + 2 * changed_rows + removed_rows and (
      select count(*) from fitment_import_products where import_id = ${importId}
    ) = parts as "isWhole" from fitment_imports where id = ${importId}`.execute(trx)
  if (!rows[0]?.isWhole) throw new ImportProblem('This file is too old. Nothing was changed')
}

const unknown = 'Something went wrong on our side. Nothing was changed'

const recordProblem = (db: Db, { importId, operation }: Job, problem: string) =>
  db
    .updateTable('fitment_imports')
    .set({ state: refusedTo[operation], problem })
    .where('id', '=', importId)
    // Another node may have finished it meanwhile.
    .where('state', '=', operation)
    .execute()
