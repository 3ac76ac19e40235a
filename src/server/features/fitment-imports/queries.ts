import { sql } from 'kysely'
import type { FitmentImport, FitmentOutcome } from '#contract/vehicles/fitment-imports.ts'
import type { Actor } from '../audit/record.ts'
import type { Db } from '../../db/index.ts'
import { AppError } from '../../errors/errors.ts'

const listed = 20

const selectImports = (db: Db) =>
  db
    .selectFrom('fitment_imports')
    .innerJoin('users', 'users.id', 'user_id')
    .selectAll('fitment_imports')
    .select('users.email as by')

type Row = Awaited<ReturnType<ReturnType<typeof selectImports>['executeTakeFirstOrThrow']>>

const toImport = (row: Row): FitmentImport => ({
  _id: row.id,
  fileName: row.file_name,
  mode: row.mode,
  by: row.by,
  createdAt: row.created_at.toISOString(),
  state: row.state,
  counts: {
    new: row.new_rows,
    changed: row.changed_rows,
    removed: row.removed_rows,
    unchanged: row.unchanged_rows,
    wrong: row.wrong_rows,
  },
  parts: row.parts,
  progress: row.progress,
  problem: row.problem,
  problems: row.problems,
  keptParts: row.kept_parts,
  keptRows: row.kept_rows,
})

/** The latest imports whose file was received completely. */
export async function listImports(db: Db): Promise<FitmentImport[]> {
  const rows = await selectImports(db)
    .where('state', '<>', 'reading')
    .orderBy('fitment_imports.id', 'desc')
    .limit(listed)
    .execute()
  return rows.map(toImport)
}

export async function findImport(db: Db, id: string): Promise<FitmentImport> {
  const row = await selectImports(db).where('fitment_imports.id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('not-found')
  return toImport(row)
}

const transitions = {
  apply: { from: 'checked', to: 'applying', over: ['applying', 'applied'] },
  undo: { from: 'applied', to: 'undoing', over: ['undoing', 'undone'] },
} as const

/** Requests an import or its undo. Returns false for a repetition, which changes nothing. */
export async function requestOperation(
  db: Db,
  actor: Actor,
  id: string,
  what: keyof typeof transitions,
) {
  const { from, to, over } = transitions[what]
  const { numUpdatedRows } = await db
    .updateTable('fitment_imports')
    .set({
      state: to,
      progress: 0,
      problem: null,
      // Restarts the retention period of its rows.
      changed_at: sql<Date>`now()`,
      user_id: actor.id,
      request_id: actor.requestId ?? null,
    })
    .where('id', '=', id)
    .where('state', '=', from)
    .where('wrong_rows', '=', 0)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return true
  const { state, counts } = await findImport(db, id)
  if (over.some((known) => known === state)) return false
  const detail =
    counts.wrong > 0
      ? 'Nothing is imported while a row is wrong. Correct the file first'
      : undefined
  throw new AppError('not-in-this-state', detail ? { detail } : {})
}

export interface ImportPage {
  page: number
  limit: number
  outcome?: FitmentOutcome | undefined
  kept?: boolean
}
