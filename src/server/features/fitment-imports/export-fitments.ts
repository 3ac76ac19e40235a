import { sql } from 'kysely'
import type { FitmentColumn } from '#contract/imports/fitment-files.ts'
import type { Db } from '../../db/index.ts'
import { textsOf } from './list-rows.ts'
import type { Facts } from './list-rows.ts'

/** The columns of the exported file; a row has one range of years, its car by name, and its conditions in the note. */
type ExportedColumn = Exclude<FitmentColumn, 'years' | 'scheme' | 'code' | 'submodel'>

interface Row extends Facts {
  product_id: string
  part_number: string | null
  fitment_id: number
}

/** All fitments of live products and the products that fit every car, read in pages by product. */
export async function* eachFitment(
  db: Db,
  products = 500,
): AsyncGenerator<Record<ExportedColumn, string>> {
  let after = nilId
  for (;;) {
    const page = await readPage(db, after, products)
    yield* page.rows.map((row) => ({
      ...emptyCells,
      ...textsOf(row),
      id: row.product_id,
      partNumber: row.part_number ?? '',
    }))
    if (page.last === null) return
    after = page.last
  }
}

const nilId = '00000000-0000-0000-0000-000000000000'

const emptyCells: Record<ExportedColumn, string> = {
  id: '',
  partNumber: '',
  make: '',
  model: '',
  yearFrom: '',
  yearTo: '',
  engine: '',
  position: '',
  perCar: '',
  note: '',
  universal: '',
}

/** The rows of the next products, and the last of these; null after the end. */
async function readPage(db: Db, after: string, products: number) {
  const ids = await db
    .selectFrom('products')
    .select('id')
    .where('archived_at', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(products)
    .execute()
  const { rows } = await sql<Row>`
    select p.id as product_id, p.part_number, f.id as fitment_id, make.name as make,
      model.name as model, year_from, year_to, decilitres, cylinders, f.fuel, f.position, per_car, note,
      p.is_universal
    from products p
    left join fitments f on f.product_id = p.id
    left join vehicle_models model on model.id = f.model_id
    left join vehicle_makes make on make.id = model.make_id
    where p.id = any(${ids.map(({ id }) => id)}::uuid[]) and (f.id is not null or p.is_universal)
    order by p.id, make.name, model.name, year_from, year_to, f.id`.execute(db)
  return { rows, last: ids.at(-1)?.id ?? null }
}
