import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { ImportKind } from '#contract/imports.ts'
import type { Db } from '../../db/index.ts'
import { isUniqueViolation } from '../../db/index.ts'
import type { Schema } from '../../db/schema.ts'
import { databaseRefusal } from '../../errors/errors.ts'
import type { Shop } from '../../shop.ts'
import { applyRange, ImportProblem } from './apply-import.ts'
import type { Range } from './apply-import.ts'
import { importTables } from './queries.ts'
import { refuseRepetition } from './repeated-import.ts'
import { undoRange } from './undo-import.ts'

const linesAtOnce = 2000

type Deps = Pick<Shop, 'database' | 'publicReads'>

const states = {
  applying: { done: 'applied', refused: 'checked' },
  undoing: { done: 'undone', refused: 'applied' },
} as const
type Operation = keyof typeof states

export interface ImportJob extends Omit<Range, 'from' | 'to'> {
  operation: Operation
}

/** How the imports of one kind are made. */
export interface ImportWork {
  of: ImportKind
  /** Applies or undoes an import. `report` makes the number of finished rows visible before the transaction ends. */
  run(trx: Transaction<Schema>, job: ImportJob, report: Report): Promise<unknown>
  /** Its rows: those that are to be done, and those that the undo left. */
  count(trx: Transaction<Schema>, importId: string): Promise<{ worked: number; kept: number }>
}

type Report = (doneRows: number) => Promise<unknown>

/**
 * Processes requested imports and undos of a kind, each in one transaction. The lock ends with the transaction, so
 * the work of a node that dies is rolled back and another node starts over.
 */
export async function processImports(deps: Deps, work: ImportWork = productImports): Promise<void> {
  const { database } = deps
  const open = await nextJob(database.db, work)
  if (!open) return
  await database.withoutTimeouts(async ({ db }) => {
    while (await processNext(db, deps, work)) deps.publicReads.changed()
  })
}

async function processNext(db: Db, { database }: Deps, work: ImportWork): Promise<boolean> {
  let job: ImportJob | undefined
  try {
    return await db.transaction().execute(async (trx) => {
      if (!(await takeLock(trx, work))) return false
      job = await nextJob(trx, work)
      if (!job) return false
      await processImport(trx, job, work, database.db)
      return true
    })
  } catch (error) {
    // The database is unreachable or overloaded. The next run retries.
    if (!job || databaseRefusal(error)) throw error
    await recordProblem(database.db, job, work, sentenceOf(error))
    if (sentenceOf(error) === unknown) throw error
    return true
  }
}

/** The lock of imports of products has this name in earlier releases. */
const lockNames = { products: 'product imports', numbers: 'number imports' } as const

const takeLock = async (trx: Transaction<Schema>, { of }: ImportWork) => {
  const { rows } = await sql<{ ours: boolean }>`
    select pg_try_advisory_xact_lock(hashtext(${lockNames[of]})) as ours`.execute(trx)
  return rows[0]?.ours === true
}

const tableOf = ({ of }: ImportWork) => sql.table(importTables[of])

async function nextJob(db: Db, work: ImportWork): Promise<ImportJob | undefined> {
  const { rows } = await sql<ImportJob>`
    select made.id as "importId", state as operation, file_name as "fileName", user_id as actor,
      users.email, request_id as "requestId"
    from ${tableOf(work)} as made join users on users.id = user_id
    where state in ('applying', 'undoing') order by made.created_at limit 1`.execute(db)
  return rows[0]
}

async function processImport(
  trx: Transaction<Schema>,
  job: ImportJob,
  work: ImportWork,
  outside: Db,
) {
  const { importId, operation } = job
  // Outside of the transaction, so that the progress is visible before the commit.
  const report: Report = (doneRows) =>
    sql`update ${tableOf(work)} set done_rows = ${doneRows} where id = ${importId}`.execute(outside)
  await work.run(trx, job, report)
  const { worked, kept } = await work.count(trx, importId)
  const { rows } = await sql<{ isWhole: boolean }>`
    update ${tableOf(work)} as made set state = ${states[operation].done}, kept_rows = ${kept},
      problem = null, changed_at = now()
    where id = ${importId}
    returning new_rows + changed_rows + coalesce((to_jsonb(made) ->> 'removed_rows')::integer, 0)
      = ${worked} as "isWhole"`.execute(trx)
  // Rows of old files are purged in batches.
  if (!rows[0]?.isWhole) throw new ImportProblem('This file is too old. Nothing was changed')
}

/** Imports of the catalogue. */
const productImports: ImportWork = {
  of: 'products',
  async run(trx, job, report) {
    const { importId, operation } = job
    const { last } = await trx
      .selectFrom('product_import_rows')
      .where('import_id', '=', importId)
      .where('outcome', 'in', ['new', 'changed'])
      .select(({ fn }) => fn.max<number | null>('line').as('last'))
      .executeTakeFirstOrThrow()
    if (operation === 'applying') await refuseRepetition(trx, importId)
    const runRange = operation === 'applying' ? applyRange : undoRange
    let doneRows = 0
    for (let from = 0; from < (last ?? 0); from += linesAtOnce) {
      doneRows += await runRange(trx, { ...job, from, to: from + linesAtOnce })
      await report(doneRows)
    }
  },
  count: (trx, importId) =>
    trx
      .selectFrom('product_import_rows')
      .where('import_id', '=', importId)
      .select(({ fn }) => [
        fn.countAll<number>().filterWhere('note', 'is not', null).as('kept'),
        fn.countAll<number>().filterWhere('outcome', 'in', ['new', 'changed']).as('worked'),
      ])
      .executeTakeFirstOrThrow(),
}

const recordProblem = (db: Db, job: ImportJob, work: ImportWork, problem: string) =>
  // Another node may have finished it meanwhile.
  sql`
    update ${tableOf(work)} set state = ${states[job.operation].refused}, problem = ${problem}
    where id = ${job.importId} and state = ${job.operation}`.execute(db)

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
