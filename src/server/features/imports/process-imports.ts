import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { Db } from '../../db/index.ts'
import { isUniqueViolation } from '../../db/index.ts'
import type { Schema } from '../../db/schema.ts'
import { databaseRefusal } from '../../http/errors.ts'
import type { Shop } from '../../shop.ts'
import { applyRange, ImportProblem } from './apply-import.ts'
import type { Range } from './apply-import.ts'
import { refuseAddedBefore } from './imported-before.ts'
import { undoRange } from './undo-import.ts'

const linesAtOnce = 2000

type Deps = Pick<Shop, 'database' | 'publicReads'>

const works = {
  applying: { run: applyRange, done: 'applied', refused: 'checked' },
  undoing: { run: undoRange, done: 'undone', refused: 'applied' },
} as const
type Wanted = keyof typeof works

interface Work extends Omit<Range, 'from' | 'to'> {
  wanted: Wanted
}

/**
 * Imports and undoes what admins have asked for, each in one transaction. The lock goes with the
 * transaction: what a node that dies was at is as it was before, and is begun again by another.
 */
export async function workOffImports(deps: Deps): Promise<void> {
  const { database } = deps
  const open = await nextWork(database.db)
  if (!open) return
  await database.patiently(async ({ db }) => {
    while (await workOffOne(db, deps)) deps.publicReads.changed()
  })
}

async function workOffOne(db: Db, { database }: Deps): Promise<boolean> {
  let work: Work | undefined
  try {
    return await db.transaction().execute(async (trx) => {
      if (!(await isOurTurn(trx))) return false
      work = await nextWork(trx)
      if (!work) return false
      await workOff(trx, work, database.db)
      return true
    })
  } catch (error) {
    // A database that is away will be back, and nothing is lost by another try.
    if (!work || databaseRefusal(error)) throw error
    await giveUp(database.db, work, sentenceOf(error))
    if (sentenceOf(error) === unknown) throw error
    return true
  }
}

const isOurTurn = async (trx: Transaction<Schema>) => {
  const { rows } = await sql<{ ours: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('product imports')) as ours`.execute(trx)
  return rows[0]?.ours === true
}

async function nextWork(db: Db): Promise<Work | undefined> {
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
      // Safe: the query asks for these two.
      wanted: row.state as Wanted,
      fileName: row.file_name,
      actor: row.user_id,
      email: row.email,
      requestId: row.request_id,
    }
  )
}

async function workOff(trx: Transaction<Schema>, work: Work, outside: Db) {
  const { importId, wanted } = work
  const { run, done } = works[wanted]
  const rows = () => trx.selectFrom('product_import_rows').where('import_id', '=', importId)
  const { last } = await rows()
    .where('outcome', 'in', ['new', 'changed'])
    .select(({ fn }) => fn.max<number | null>('line').as('last'))
    .executeTakeFirstOrThrow()
  if (wanted === 'applying') await refuseAddedBefore(trx, importId)
  let doneRows = 0
  for (let from = 0; from < (last ?? 0); from += linesAtOnce) {
    doneRows += await run(trx, { ...work, from, to: from + linesAtOnce })
    // Not in the transaction, which nobody sees before it ends.
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
  // Rows of old files are removed little by little.
  if (!isWhole) throw new ImportProblem('This file is too old by now. Nothing was changed')
}

const giveUp = (db: Db, { importId, wanted }: Work, problem: string) =>
  db
    .updateTable('product_imports')
    .set({ state: works[wanted].refused, problem })
    .where('id', '=', importId)
    // Another node may have had more luck since.
    .where('state', '=', wanted)
    .execute()

const unknown = 'Something went wrong on our side. Nothing was changed'

function sentenceOf(error: unknown): string {
  if (error instanceof ImportProblem) return error.message
  if (isUniqueViolation(error, 'products_live_name')) {
    return 'A product of the same name is in the shop by now. Nothing was changed'
  }
  if (isUniqueViolation(error, 'products_live_part_key')) {
    return 'A product with the same part number is in the shop by now. Nothing was changed'
  }
  return unknown
}
