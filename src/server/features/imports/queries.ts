import { sql } from 'kysely'
import { csvColumns, importKinds } from '#contract/imports.ts'
import type { ImportKind, ImportRow, ProductImport, RowOutcome } from '#contract/imports.ts'
import type { ProductColumn } from '#contract/product-fields/product-fields.ts'
import type { Actor } from '../audit/record.ts'
import type { Db } from '../../db/index.ts'
import { AppError } from '../../errors/errors.ts'
import { columns, fieldColumns } from '../products/product-rows.ts'
import { cellValue, details, shownValue } from './columns.ts'
import type { Value } from './columns.ts'

const listed = 20

/** The table of the imports of each kind. */
export const importTables = { products: 'product_imports', numbers: 'number_imports' } as const

const tableOf = (of: ImportKind) => sql.table(importTables[of])

type State = ProductImport['state']

interface Row {
  id: string
  file_name: string
  by: string
  created_at: Date
  state: State
  new_rows: number
  changed_rows: number
  removed_rows?: number
  unchanged_rows: number
  wrong_rows: number
  done_rows: number
  problem: string | null
  kept_rows: number
}

const toImport =
  (of: ImportKind) =>
  (row: Row): ProductImport => {
    const { removed_rows: removed } = row
    const changes = row.new_rows + row.changed_rows + (removed ?? 0)
    return {
      _id: row.id,
      of,
      fileName: row.file_name,
      by: row.by,
      createdAt: row.created_at.toISOString(),
      state: row.state,
      counts: {
        new: row.new_rows,
        changed: row.changed_rows,
        ...(removed !== undefined && { removed }),
        unchanged: row.unchanged_rows,
        wrong: row.wrong_rows,
      },
      progress: row.done_rows / Math.max(changes, 1),
      problem: row.problem,
      keptRows: row.kept_rows,
    }
  }

/** The latest imports of a kind whose file was read completely. */
export async function listImports(db: Db, of: ImportKind): Promise<ProductImport[]> {
  const { rows } = await sql<Row>`
    select made.*, users.email as by from ${tableOf(of)} as made join users on users.id = user_id
    where state <> 'reading' order by made.id desc limit ${listed}`.execute(db)
  return rows.map(toImport(of))
}

/** An import of any kind. */
export async function findImport(db: Db, id: string): Promise<ProductImport> {
  for (const kind of importKinds) {
    const { rows } = await sql<Row>`
      select made.*, users.email as by from ${tableOf(kind)} as made join users on users.id = user_id
      where made.id = ${id}`.execute(db)
    const [row] = rows
    if (row) return toImport(kind)(row)
  }
  throw new AppError('not-found')
}

export interface ImportPage {
  page: number
  limit: number
  outcome?: RowOutcome | undefined
  kept?: boolean
}

export async function listImportRows(
  db: Db,
  id: string,
  { page, limit, outcome, kept }: ImportPage,
): Promise<ImportRow[]> {
  let query = db
    .selectFrom('product_import_rows')
    .selectAll()
    .where('import_id', '=', id)
    .orderBy('line')
    .limit(limit)
    .offset((page - 1) * limit)
  if (outcome === 'removed') return []
  if (outcome) query = query.where('outcome', '=', outcome)
  if (kept) query = query.where('note', 'is not', null)
  const rows = await query.execute()
  return rows.map(({ line, before, after, stock, delta, ...row }) => ({
    _id: String(line),
    line,
    outcome: row.outcome,
    name: row.name,
    product: row.product_id,
    changes: [
      ...details
        .filter((column) => column in after)
        .map((column) => ({
          column: csvColumns[column],
          before: textOf(column, before[column]),
          after: textOf(column, after[column]),
        })),
      ...(delta === 0
        ? []
        : [
            {
              column: csvColumns.quantity,
              before: row.outcome === 'new' ? null : String(stock),
              after: String(stock + delta),
            },
          ]),
    ],
    problems: row.problems,
    note: row.note,
  }))
}

const textOf = (column: (typeof details)[number], value: unknown) =>
  // Safe: the check stores the values of these columns.
  shownValue(column, value as Value) || null

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
  const { of } = await findImport(db, id)
  // A new time restarts the retention period of its rows.
  const { numAffectedRows } = await sql`
    update ${tableOf(of)} set state = ${to}, done_rows = 0, problem = null, changed_at = now(),
      user_id = ${actor.id}, request_id = ${actor.requestId ?? null}
    where id = ${id} and state = ${from} and wrong_rows = 0`.execute(db)
  if (numAffectedRows) return true
  const { state, counts } = await findImport(db, id)
  if (over.some((known) => known === state)) return false
  const detail =
    counts.wrong > 0
      ? 'Nothing is imported while a row is wrong. Correct the file first'
      : undefined
  throw new AppError('not-in-this-state', detail ? { detail } : {})
}

/** All live products in the order of their ids, read in pages. */
export async function* eachProduct(db: Db, rows = 1000) {
  let after: string | undefined
  for (;;) {
    let query = db
      .selectFrom('products')
      .select(columns)
      .where('archived_at', 'is', null)
      .orderBy('id')
      .limit(rows)
    if (after) query = query.where('id', '>', after)
    const page = await query.execute()
    for (const product of page) {
      const cells = fieldColumns.map((column) => [column, cellValue(column, product[column])])
      yield {
        // Safe: one cell for each of the columns.
        ...(Object.fromEntries(cells) as Record<ProductColumn, string | number>),
        id: product.id,
        stock_before: product.quantity,
      }
    }
    if (page.length < rows) return
    after = page.at(-1)?.id
  }
}
