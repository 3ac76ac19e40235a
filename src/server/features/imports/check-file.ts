import { createHash } from 'node:crypto'
import type { Hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Db } from '../../db/index.ts'
import { checkRows } from './check-rows.ts'
import type { CheckedRow } from './check-rows.ts'
import { alreadyImported, linesAlreadyImported } from './repeated-import.ts'
import { rowsOf } from './read-file.ts'
import type { FileRow } from './read-file.ts'

const rowsAtOnce = 1000

interface File {
  name: string
  userId: string
  bytes: AsyncIterable<Uint8Array>
}

/** Stores the change that each row of a file would make, and returns the id of the import. Changes no product. */
export async function checkFile(
  database: Database,
  { name, userId, bytes }: File,
): Promise<string> {
  const { db } = database
  const { id } = await db
    .insertInto('product_imports')
    .values({ user_id: userId, file_name: name })
    .returning('id')
    .executeTakeFirstOrThrow()
  const digest = createHash('sha256')
  let hasStockBefore = false
  let batch: FileRow[] = []
  const flush = async () => {
    await storeRows(db, id, await checkRows(db, batch))
    batch = []
  }
  for await (const row of rowsOf(hashing(digest, bytes))) {
    hasStockBefore ||= Boolean(row.cells.stock_before?.trim())
    batch.push(row)
    if (batch.length === rowsAtOnce) await flush()
  }
  if (batch.length > 0) await flush()
  const file = { id, digest: digest.digest('base64url'), hasStockBefore }
  await database.withoutTimeouts((patient) => finishCheck(patient.db, file))
  return id
}

async function* hashing(digest: Hash, bytes: AsyncIterable<Uint8Array>) {
  for await (const piece of bytes) {
    digest.update(piece)
    yield piece
  }
}

async function storeRows(db: Db, importId: string, rows: readonly CheckedRow[]) {
  await sql`
    insert into product_import_rows
      (import_id, line, outcome, name, product_id, before, after, stock, delta, supplied, problems)
    select ${importId}, line, outcome, name,
      coalesce(product_id, case when outcome = 'new' then new_id() end),
      before, after, stock, delta, supplied, problems
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(
      line integer, outcome text, name text, product_id uuid, before jsonb, after jsonb,
      stock integer, delta integer, supplied bigint, problems text[])`.execute(db)
}

interface ReadFile {
  id: string
  digest: string
  /** The file has the column “Stock before”, so its units are added to the current stock. */
  hasStockBefore: boolean
}

/**
 * Checks that need all rows: two rows for one product, names and part numbers in use, and units that
 * an earlier import has added.
 */
async function finishCheck(db: Db, { id, digest, hasStockBefore }: ReadFile) {
  await db.transaction().execute(async (trx) => {
    await sql`
      update product_imports set digest = ${digest}, adds_units = ${hasStockBefore} and exists (
        select from product_import_rows
        where import_id = ${id} and outcome = 'changed' and delta <> 0)
      where id = ${id}`.execute(trx)
    const before = linesAlreadyImported(id, ['applying', 'applied', 'undoing'])
    await refuse(
      trx,
      sql`select distinct line, ${alreadyImported}::text || '. Export the catalogue again' as problem
      from (${before}) as added`,
      id,
    )
    await refuse(
      trx,
      sql`select line, 'Line ' || first || ' is about the same product' as problem from (
        select line, first_value(line) over (partition by product_id order by line) as first
        from product_import_rows
        where import_id = ${id} and product_id is not null and outcome <> 'wrong'
      ) as known where first < line`,
      id,
    )
    for (const { column, title, key } of uniqueColumns) {
      const named = sql`
        select line, product_id, ${key(sql`(after ->> ${column}::text)`)} as key
        from product_import_rows
        where import_id = ${id} and outcome in ('new', 'changed')
          and ${key(sql`(after ->> ${column}::text)`)} is not null`
      await refuse(
        trx,
        sql`select line, 'Line ' || first || ' has the same ' || ${title}::text as problem from (
          select line, first_value(line) over (partition by key order by line) as first
          from (${named}) as named
        ) as known where first < line`,
        id,
      )
      await refuse(
        trx,
        sql`select line, 'Another product has this ' || ${title}::text as problem
        from (${named}) as named
        join products on ${key(sql.ref(`products.${column}`))} = named.key
          and products.archived_at is null and products.id <> named.product_id`,
        id,
      )
    }
    await sql`
      update product_imports set state = 'checked', changed_at = now(),
        new_rows = counted.new,
        changed_rows = counted.changed, unchanged_rows = counted.unchanged, wrong_rows = counted.wrong
      from (
        select count(*) filter (where outcome = 'new') as new,
          count(*) filter (where outcome = 'changed') as changed,
          count(*) filter (where outcome = 'unchanged') as unchanged,
          count(*) filter (where outcome = 'wrong') as wrong
        from product_import_rows where import_id = ${id}
      ) as counted
      where id = ${id}`.execute(trx)
  })
}

type Sql = ReturnType<typeof sql>

/** Columns that are unique among live products, compared as their indexes do. */
const uniqueColumns = [
  { column: 'name', title: 'name', key: (text: Sql) => sql`lower(${text})` },
  { column: 'part_number', title: 'part number', key: (text: Sql) => sql`part_key(${text})` },
] as const

const refuse = (db: Db, problems: Sql, importId: string) =>
  sql`update product_import_rows as r
    set outcome = 'wrong', problems = array_append(problems, refused.problem)
    from (${problems}) as refused
    where import_id = ${importId} and r.line = refused.line`.execute(db)
