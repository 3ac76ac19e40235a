import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from '../../db/index.ts'
import { nameOrder } from '../../db/search.ts'
import { ImportProblem } from '../imports/kind.ts'
import type { ImportJob } from '../imports/kind.ts'
import { lockNumbers, successorProblems } from '../numbers/change-numbers.ts'

/** The products of a file that one statement changes. */
const productsAtOnce = 2_000

/** Writes what the check has found: all of it, or an {@link ImportProblem}. */
export async function applyNumbers(trx: Db, job: ImportJob) {
  await lockNumbers(trx)
  const { rows } = await sql<{ name: string }>`
    select name from number_import_products i join products p on p.id = product_id
    where import_id = ${job.importId} and numbers_of(product_id) <> before
    order by ${sql.raw(nameOrder())} limit 3`.execute(trx)
  if (rows.length > 0) {
    const examples = rows.map(({ name }) => `“${name}” was changed by somebody else`)
    throw new ImportProblem(
      `Since the file was checked ${examples.join(', ')}. Nothing was imported: check the file again`,
    )
  }
  await write(trx, job, { from: 'before', to: 'after' })
}

/** Takes an import back: each product returns to exactly what it was, unless it was changed since. */
export async function undoNumbers(trx: Db, job: ImportJob) {
  await lockNumbers(trx)
  await sql`
    update number_import_products set note = 'changed since, and left'
    where import_id = ${job.importId} and numbers_of(product_id) <> after`.execute(trx)
  await write(trx, job, { from: 'after', to: 'before' })
}

interface Direction {
  from: 'before' | 'after'
  to: 'before' | 'after'
}

async function write(trx: Db, job: ImportJob, { from, to }: Direction) {
  const { importId } = job
  const goal = sql.ref(`i.${to}`)
  const changesSuccessor = sql`import_id = ${importId} and note is null
    and before -> 'replaced_by' <> after -> 'replaced_by'`
  await sql`
    select from products where id in (
      select product_id from number_import_products where ${changesSuccessor})
    order by id for no key update`.execute(trx)
  // This order avoids a temporary cycle of replacements.
  await sql`
    update products p set replaced_by = null from number_import_products i
    where ${changesSuccessor} and p.id = i.product_id and p.replaced_by is not null`.execute(trx)
  const { rows: products } = await sql<{ id: string }>`
    select product_id as id from number_import_products
    where import_id = ${importId} and note is null order by product_id`.execute(trx)
  for (let at = 0; at < products.length; at += productsAtOnce) {
    const some = products.slice(at, at + productsAtOnce).map(({ id }) => id)
    await sql`delete from product_numbers where product_id = any (${some}::uuid[])`.execute(trx)
    await sql`
      insert into product_numbers (product_id, kind, brand, number)
      select i.product_id, number ->> 0, number ->> 1, number ->> 2
      from number_import_products i cross join jsonb_array_elements(${goal} -> 'numbers') as number
      where import_id = ${importId} and i.product_id = any (${some}::uuid[])`.execute(trx)
    await job.report((at + some.length) / products.length)
  }
  await setSuccessors(
    trx,
    sql`
    update products p set replaced_by = (${goal} ->> 'replaced_by')::uuid from number_import_products i
    where ${changesSuccessor} and p.id = i.product_id and ${goal} ->> 'replaced_by' is not null`,
  )
  await recordChanges(trx, job, { from, to })
}

async function setSuccessors(trx: Db, statement: ReturnType<typeof sql>) {
  try {
    await statement.execute(trx)
  } catch (error) {
    const refusal = error instanceof pg.DatabaseError && successorProblems[error.constraint ?? '']
    throw refusal ? new ImportProblem(`${refusal}. Nothing was changed`) : error
  }
}

/** An entry of the audit log for each product that an import or its undo has changed. */
async function recordChanges(trx: Db, job: ImportJob, { from, to }: Direction) {
  const reason = `Import of ${job.fileName}${to === 'before' ? ' undone' : ''}`
  await sql`
    insert into admin_actions (actor, action, target, before, after, request_id)
    select ${job.actor}, 'import-products', product_id, ${loggedOf(from)},
      ${loggedOf(to)} || jsonb_build_object('reason', ${reason}::text), ${job.requestId}
    from number_import_products i where import_id = ${job.importId} and note is null`.execute(trx)
}

/** What the log says of a product: how many numbers it has, and its successor if that changes. */
function loggedOf(state: Direction['from']) {
  const value = sql.ref(`i.${state}`)
  return sql`(jsonb_build_object('numbers', jsonb_array_length(${value} -> 'numbers')) ||
    case when before -> 'replaced_by' = after -> 'replaced_by' then '{}'
      else jsonb_build_object('replaced_by', (
        select coalesce(part_number, name) from products
        where id = (${value} ->> 'replaced_by')::uuid)) end)`
}
