import { sql } from 'kysely'
import type { ImportKind, RowOutcome } from '#contract/imports/imports.ts'

interface Tables {
  imports: 'product_imports' | 'number_imports' | 'fitment_imports'
  rows: string
  /** The products that an import changes, if its rows do not say it. */
  products?: string
  /** The bytes of its file. */
  pieces: string
  /** Whether a file may say all about its products, so that an import has a mode and removes rows. */
  removes: boolean
}

/** Each kind has tables of its own: nodes of earlier releases take every row of `product_imports` for one of products. */
export const importTables: Readonly<Record<ImportKind, Tables>> = {
  products: {
    imports: 'product_imports',
    rows: 'product_import_rows',
    pieces: 'product_import_pieces',
    removes: false,
  },
  numbers: {
    imports: 'number_imports',
    rows: 'number_import_rows',
    products: 'number_import_products',
    pieces: 'number_import_pieces',
    removes: true,
  },
  fitments: {
    imports: 'fitment_imports',
    rows: 'fitment_import_rows',
    products: 'fitment_import_products',
    pieces: 'fitment_import_pieces',
    removes: true,
  },
}

export const tableOf = (of: ImportKind) => sql.table(importTables[of].imports)

/** Sets how far the import `made` is: fitments have a share, since a check knows no number of changes yet. */
export const setProgress = (of: ImportKind, share: number) =>
  of === 'fitments'
    ? sql`progress = ${share}`
    : sql`done_rows = round(${share}::float8 * (new_rows + changed_rows +
        coalesce((to_jsonb(made) ->> 'removed_rows')::integer, 0)))`

/** Ends the check of a file: counts its rows by outcome. `also` are further assignments. */
export const finishCheck = (of: ImportKind, importId: string, also = sql``) => sql`
  update ${tableOf(of)} set state = 'checked', changed_at = now(), ${counted(of, importId)} ${also}
  where id = ${importId}`

/** Which rows have an outcome. One that is left out is stored as a wrong one, which nodes of earlier releases know. */
export const hasOutcome = (outcome: RowOutcome) =>
  outcome === 'skipped'
    ? sql<boolean>`(outcome = 'wrong' and left_out)`
    : sql<boolean>`(outcome = ${sql.lit(outcome)} and not left_out)`

/** The outcome of a row, see {@link hasOutcome}. */
export const shownOutcome = sql<RowOutcome>`case when left_out then 'skipped' else outcome end`

/** The numbers of rows with each outcome, as assignments. */
export function counted(of: ImportKind, importId: string) {
  const { rows, removes } = importTables[of]
  const outcomes = ['new', 'changed', 'unchanged', 'wrong', 'skipped'] as const
  const all = [...outcomes, ...(removes ? (['removed'] as const) : [])]
  const columns = all.map((outcome) => sql.ref(`${outcome}_rows`))
  const counts = all.map((outcome) => sql`count(*) filter (where ${hasOutcome(outcome)})`)
  return sql`(${sql.join(columns)}) = (
    select ${sql.join(counts)} from ${sql.table(rows)} where import_id = ${importId})`
}
