import { sql } from 'kysely'
import { engineText } from '#contract/vehicles/engines.ts'
import type { Engine } from '#contract/vehicles/engines.ts'
import { fitmentColumns } from '#contract/imports/fitment-files.ts'
import type { ImportRow, RowOutcome } from '#contract/imports/imports.ts'
import type { Db } from '../../db/index.ts'
import type { ImportPage } from '../imports/kind.ts'
import { hasOutcome, shownOutcome } from '../imports/tables.ts'

export interface Facts {
  make: string | null
  model: string | null
  year_from: number | null
  year_to: number | null
  decilitres: number | null
  cylinders: number | null
  fuel: Engine['fuel']
  position: string | null
  per_car: number | null
  note: string | null
  is_universal: boolean
}

interface Row extends Facts {
  line: number
  part: number
  outcome: RowOutcome
  product_id: string | null
  name: string | null
  part_number: string | null
  problem: string | null
  left_note: string | null
  remark: string | null
  /** What a changed row replaces. */
  old: Facts | null
  was_universal: boolean | null
}

/** One page of what an import does, in the order of the file; what it removes comes first. */
export async function listRows(
  db: Db,
  id: string,
  { page, limit, outcome, kept }: ImportPage,
): Promise<ImportRow[]> {
  const { rows } = await sql<Row>`
    select r.line, r.part, ${shownOutcome} as outcome, r.product_id, p.name, r.part_number, r.problem, i.was_universal,
      i.note as left_note, r.remark, coalesce(make.name, r.make) as make, coalesce(model.name, r.model) as model,
      r.year_from, r.year_to, r.decilitres, r.cylinders, r.fuel, r.position, r.per_car, r.note,
      r.is_universal, (
        select to_jsonb(old) || jsonb_build_object('make', old_make.name, 'model', old_model.name)
        from fitment_import_rows old
        join vehicle_models old_model on old_model.id = old.model_id
        join vehicle_makes old_make on old_make.id = old_model.make_id
        where old.import_id = r.import_id and old.line = 0 and old.part = r.replaces) as old
    from (
      select * from fitment_import_rows
      where import_id = ${id}
        and ${outcome ? hasOutcome(outcome) : sql`outcome <> 'replaced'`}
        and ${
          kept
            ? sql`outcome in ('new', 'changed', 'removed') and product_id in (
                select product_id from fitment_import_products
                where import_id = ${id} and note is not null)`
            : sql`true`
        }
      order by line, part limit ${limit} offset ${(page - 1) * limit}
    ) as r
    left join products p on p.id = r.product_id
    left join fitment_import_products i
      on i.import_id = r.import_id and i.product_id = r.product_id
    left join vehicle_models model on model.id = r.model_id
    left join vehicle_makes make on make.id = model.make_id
    order by r.line, r.part`.execute(db)
  return rows.map(toRow)
}

const toRow = (row: Row): ImportRow => ({
  _id: `${row.line}-${row.part}`,
  line: row.line === 0 ? null : row.line,
  outcome: row.outcome,
  name: row.name ?? row.part_number ?? '',
  product: row.name === null ? null : row.product_id,
  car: row.is_universal ? 'Every car' : [row.make, row.model].filter(Boolean).join(' '),
  changes: changesOf(row),
  problems: row.problem === null ? [] : [row.problem],
  note: row.left_note ?? row.remark,
})

/** A row that adds or removes shows all its values, a changed one those that differ. */
function changesOf(row: Row): ImportRow['changes'] {
  const own = textsOf(row)
  const [before, after] = {
    new: [{}, own],
    changed: [row.old ? textsOf(row.old) : {}, own],
    removed: [own, {}],
    unchanged: [{}, {}],
    wrong: [{}, {}],
    skipped: [{}, {}],
  }[row.outcome] as [Texts, Texts]
  const universal = row.outcome === 'new' && row.was_universal && !row.is_universal
  const shown = universal ? { ...before, universal: 'yes' } : before
  // Safe: the keys of a constant.
  return (Object.keys(fitmentColumns) as (keyof Texts)[])
    .filter((column) => (shown[column] ?? '') !== (after[column] ?? ''))
    .map((column) => ({
      column: fitmentColumns[column],
      before: shown[column] || null,
      after: after[column] || null,
    }))
}

type Texts = Partial<Record<keyof typeof fitmentColumns, string>>

/** A fitment as the cells of a file. */
export const textsOf = (row: Facts): Texts => ({
  make: row.make ?? '',
  model: row.model ?? '',
  yearFrom: String(row.year_from ?? ''),
  yearTo: String(row.year_to ?? ''),
  engine: engineText({
    litres: row.decilitres === null ? null : row.decilitres / 10,
    cylinders: row.cylinders,
    fuel: row.fuel,
  }),
  position: row.position ?? '',
  perCar: String(row.per_car ?? ''),
  note: row.note ?? '',
  universal: row.is_universal ? 'yes' : '',
})
