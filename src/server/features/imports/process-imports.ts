import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { Database, Db } from '../../db/index.ts'
import { isUniqueViolation } from '../../db/index.ts'
import type { Schema } from '../../db/schema.ts'
import { databaseRefusal } from '../../errors/errors.ts'
import type { Shop } from '../../shop.ts'
import { ImportProblem } from './kind.ts'
import type { ImportedKind, ImportJob } from './kind.ts'
import { importTables, setProgress, tableOf } from './tables.ts'

type Deps = Pick<Shop, 'database' | 'publicReads'>
type Job = Omit<ImportJob, 'report'>

/** Where an import goes when its work is done or cannot be done. */
const states = {
  checking: { done: 'checked', refused: 'failed' },
  applying: { done: 'applied', refused: 'checked' },
  undoing: { done: 'undone', refused: 'applied' },
} as const

/**
 * Processes requested checks, imports and undos of a kind, each in one transaction. The lock ends with the transaction,
 * so the work of a node that dies is rolled back and another node starts over.
 */
export async function processImports(deps: Deps, kind: ImportedKind): Promise<void> {
  const { database } = deps
  const open = await nextJob(database.db, kind)
  if (!open) return
  await database.forMinutes(async ({ db }) => {
    await kind.prepare?.(db)
    while (await processNext(db, deps, kind)) deps.publicReads.changed()
  })
}

async function processNext(db: Db, { database }: Deps, kind: ImportedKind): Promise<boolean> {
  let job: Job | undefined
  try {
    return await db.transaction().execute(async (trx) => {
      if (!(await takeLock(trx, kind))) return false
      job = await nextJob(trx, kind)
      if (!job) return false
      await processImport(trx, job, kind, database)
      return true
    })
  } catch (error) {
    // The database is unreachable or overloaded. The next run retries.
    if (!job || databaseRefusal(error)) throw error
    await recordProblem(database.db, job, kind, sentenceOf(error))
    if (sentenceOf(error) === unknown) throw error
    return true
  }
}

/** Such as `product imports`, which nodes of earlier releases take too. */
const lockOf = ({ of }: ImportedKind) => importTables[of].imports.replace('_', ' ')

const takeLock = async (trx: Transaction<Schema>, kind: ImportedKind) => {
  const { rows } = await sql<{ ours: boolean }>`
    select pg_try_advisory_xact_lock(hashtext(${lockOf(kind)})) as ours`.execute(trx)
  return rows[0]?.ours === true
}

async function nextJob(db: Db, { of, operations }: ImportedKind): Promise<Job | undefined> {
  const { rows } = await sql<Job>`
    select made.id as "importId", state as operation, to_jsonb(made) ->> 'mode' as mode, only_known as "onlyKnown",
      file_name as "fileName", user_id as actor, users.email, request_id as "requestId"
    from ${tableOf(of)} as made join users on users.id = user_id
    where state in (${sql.join(Object.keys(operations).map((state) => sql.lit(state)))})
    order by made.created_at limit 1`.execute(db)
  return rows[0]
}

async function processImport(
  trx: Transaction<Schema>,
  job: Job,
  kind: ImportedKind,
  database: Database,
) {
  const { importId, operation } = job
  const table = tableOf(kind.of)
  // Outside of the transaction, so that the progress is visible before the commit.
  const report = (share: number) =>
    sql`update ${table} as made set ${setProgress(kind.of, share)} where id = ${importId}`.execute(
      database.db,
    )
  if (operation !== 'checking') await refuseIncomplete(trx, kind, importId)
  await kind.operations[operation]?.(trx, { ...job, report }, database)
  if (operation === 'checking') return
  // Rows may have been purged meanwhile.
  await refuseIncomplete(trx, kind, importId)
  await sql`
    update ${table} as made set state = ${states[operation].done}, problem = null, changed_at = now(),
      ${kind.countKept}
    where id = ${importId}`.execute(trx)
}

async function refuseIncomplete(trx: Db, { of, isWhole }: ImportedKind, importId: string) {
  const { rows } = await sql<{ isWhole: boolean }>`
    select ${isWhole} as "isWhole" from ${tableOf(of)} as made where id = ${importId}`.execute(trx)
  if (!rows[0]?.isWhole) throw new ImportProblem('This file is too old. Nothing was changed')
}

const recordProblem = (db: Db, job: Job, { of }: ImportedKind, problem: string) =>
  // Another node may have finished it meanwhile.
  sql`
    update ${tableOf(of)} set state = ${states[job.operation].refused}, problem = ${problem}
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
