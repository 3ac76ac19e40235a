import { sql } from 'kysely'
import { importKinds } from '#contract/imports/imports.ts'
import type { FileImport, ImportKind } from '#contract/imports/imports.ts'
import type { Actor } from '../audit/record.ts'
import type { Database, Db } from '../../db/index.ts'
import { AppError } from '../../errors/errors.ts'
import { leaveOutWrong } from './leave-out-wrong.ts'
import { setProgress, tableOf } from './tables.ts'

const listed = 20

/** An import; some columns are of numbers and fitments, or of fitments alone. */
interface Row {
  id: string
  file_name: string
  mode?: FileImport['mode']
  by: string
  created_at: Date
  state: FileImport['state']
  new_rows: number
  changed_rows: number
  removed_rows?: number
  unchanged_rows: number
  wrong_rows: number
  skipped_rows: number
  has_stock_before?: boolean
  parts?: number
  done_rows?: number
  progress?: number
  problem: string | null
  problems?: FileImport['problems']
  remarks?: FileImport['remarks']
  kept_rows: number
  kept_parts?: number
}

const toImport =
  (of: ImportKind) =>
  ({ removed_rows: removed, done_rows: done = 0, ...row }: Row): FileImport => ({
    _id: row.id,
    of,
    fileName: row.file_name,
    mode: row.mode,
    by: row.by,
    createdAt: row.created_at.toISOString(),
    state: row.state,
    counts: {
      new: row.new_rows,
      changed: row.changed_rows,
      removed,
      unchanged: row.unchanged_rows,
      wrong: row.wrong_rows,
      skipped: row.skipped_rows,
    },
    canLeaveOut: of === 'products' ? !row.has_stock_before : row.mode === 'add',
    parts: row.parts,
    progress: row.progress ?? done / Math.max(row.new_rows + row.changed_rows + (removed ?? 0), 1),
    problem: row.problem,
    problems: row.problems,
    remarks: row.remarks,
    keptRows: row.kept_rows,
    keptParts: row.kept_parts,
  })

/** The latest imports of a kind whose file was read completely. */
export async function listImports(db: Db, of: ImportKind): Promise<FileImport[]> {
  const { rows } = await sql<Row>`
    select made.*, users.email as by from ${tableOf(of)} as made join users on users.id = user_id
    where state <> 'reading' order by made.id desc limit ${listed}`.execute(db)
  return rows.map(toImport(of))
}

/** An import of any kind. */
export async function findImport(db: Db, id: string): Promise<FileImport> {
  for (const kind of importKinds) {
    const { rows } = await sql<Row>`
      select made.*, users.email as by from ${tableOf(kind)} as made join users on users.id = user_id
      where made.id = ${id}`.execute(db)
    const [row] = rows
    if (row) return toImport(kind)(row)
  }
  throw new AppError('not-found')
}

const transitions = {
  apply: { from: 'checked', to: 'applying', over: ['applying', 'applied'] },
  undo: { from: 'applied', to: 'undoing', over: ['undoing', 'undone'] },
} as const

/** Whether parts can be left out of the import `made`. A checked one never changes that. */
const leavable = (of: ImportKind) =>
  of === 'products' ? sql`not has_stock_before` : sql`mode = 'add'`

export interface RequestedOperation {
  what: keyof typeof transitions
  /** Leaves out every part with a wrong row, instead of refusing the file. */
  leavesOutWrong?: boolean
}

/** Requests an import or its undo. Returns false for a repetition, which changes nothing. */
export async function requestOperation(
  database: Database,
  actor: Actor,
  id: string,
  { what, leavesOutWrong = false }: RequestedOperation,
) {
  const { from, to, over } = transitions[what]
  const { of } = await findImport(database.db, id)
  const isAllowed = what === 'undo' ? sql`true` : leavesOutWrong ? leavable(of) : sql`false`
  const begin = async (db: Db) => {
    // A new time restarts the retention period of its rows.
    const { numAffectedRows } = await sql`
      update ${tableOf(of)} as made set state = ${to}, ${setProgress(of, 0)}, problem = null,
        changed_at = now(), user_id = ${actor.id}, request_id = ${actor.requestId ?? null}
      where id = ${id} and state = ${from} and (wrong_rows = 0 or ${isAllowed})`.execute(db)
    return Boolean(numAffectedRows)
  }
  // Here and not in the job, which a node of an earlier release may do.
  const beginWithout = async (trx: Db) => {
    const isNew = await begin(trx)
    if (isNew) await leaveOutWrong(trx, of, id)
    return isNew
  }
  const isNew = leavesOutWrong
    ? await database.forMinutes(({ db }) => db.transaction().execute(beginWithout))
    : await begin(database.db)
  if (isNew) return true
  const { state, counts, canLeaveOut } = await findImport(database.db, id)
  if (over.some((known) => known === state)) return false
  throw new AppError('not-in-this-state', {
    ...(state === 'checked' && counts.wrong > 0 && { detail: detailOf(of, canLeaveOut) }),
  })
}

/** Why a file with errors is not imported. */
function detailOf(of: ImportKind, canLeaveOut = false) {
  if (canLeaveOut) {
    return 'Nothing is imported while a row has an error. Correct the file, or leave these rows out'
  }
  const whole = 'Nothing is imported while a row has an error. Correct the file'
  return of === 'products'
    ? `${whole}. Since it has “Stock before”, no row is left out: a corrected file would add the units of the others again`
    : `${whole}, or send it as one that adds. Since it says all about its parts, no row is left out: what the row means would be removed`
}
