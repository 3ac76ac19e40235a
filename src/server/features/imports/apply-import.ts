import { sql } from 'kysely'
import type { Db } from '../../db/index.ts'
import { quantityMax } from '#contract/products/fields/product-fields.ts'
import { netAdjustments, recordChanges } from '../stock/adjustments.ts'
import { assigned, detailColumns, detailsIn, isAsChecked } from './columns.ts'
import { ImportProblem } from './kind.ts'
import type { ImportJob } from './kind.ts'

/** The rows of a file that one statement writes. */
export interface Range extends ImportJob {
  /** Lines after `from`, up to and including `to`. */
  from: number
  to: number
}

/** The rows of a range, of `file_rows`. */
export const inRange = ({ from, to }: Range, outcome: 'new' | 'changed') => sql`
  r.line > ${from} and r.line <= ${to} and r.outcome = ${outcome}`

/** Absolute stock counts apply only if the stock changed by sales alone since the check. */
const countHolds = sql`(r.supplied is null or r.supplied = ${netAdjustments(sql.ref('p.id'))})`

/** The product changed by sales alone since the check, and has enough stock. */
const fits = sql`p.archived_at is null and ${isAsChecked} and ${countHolds}
  and p.quantity + r.delta between 0 and greatest(${sql.lit(quantityMax)}, p.quantity)`

/** Writes the rows of a range. */
export async function applyRange(db: Db, range: Range): Promise<void> {
  const { fileName, actor, email, requestId } = range
  const reason = `Import of ${fileName}`
  const changed = await sql<{ done: number; wanted: number }>`
    with done as (
      update products p set
        ${assigned(sql.ref('r.after'))},
        quantity = p.quantity + r.delta
      from file_rows r
      where ${inRange(range, 'changed')} and p.id = r.product_id and ${fits}
      returning p.id, p.quantity, r.delta, r.before, r.after
    ), moved as (
      ${recordChanges('done', { delta: 'delta', reason: 'corrected' })}
    ), told as (
      insert into admin_actions (actor, action, target, before, after, request_id)
      select ${actor}, 'import-products', id,
        before || case when delta = 0 then '{}' else jsonb_build_object('quantity', quantity - delta) end,
        after || case when delta = 0 then '{}' else jsonb_build_object('quantity', quantity) end
          || jsonb_build_object('reason', ${reason}::text),
        ${requestId}
      from done
    )
    select (select count(*) from done) as done,
      (select count(*) from file_rows r where ${inRange(range, 'changed')}) as wanted
  `.execute(db)
  const { done = 0, wanted = 0 } = changed.rows[0] ?? {}
  if (done < wanted) throw new ImportProblem(await whyNot(db, range))
  await sql`
    with added as (
      insert into products (id, email, quantity, ${detailColumns})
      select product_id, ${email}, delta, ${detailsIn(sql.ref('after'))}
      from file_rows r where ${inRange(range, 'new')} order by line
      returning id, quantity
    ), moved as (
      ${recordChanges('added', { delta: 'quantity', reason: 'received' })}
    ), told as (
      insert into admin_actions (actor, action, target, before, after, request_id)
      select ${actor}, 'import-products', r.product_id, '{}',
        r.after || jsonb_build_object('quantity', r.delta, 'reason', ${reason}::text), ${requestId}
      from file_rows r where ${inRange(range, 'new')}
    )
    select from added`.execute(db)
}

/** A sentence about the changes since the rows were checked. */
async function whyNot(db: Db, range: Range): Promise<string> {
  const { rows } = await sql<{ line: number; name: string; why: string }>`
    select line, r.name, case
      when p.archived_at is not null then 'was deleted'
      when not ${isAsChecked} then 'was changed by somebody else'
      when not ${countHolds} then 'had its stock changed by somebody else'
      else 'has only ' || p.quantity || ' units left' end as why
    from file_rows r join products p on p.id = r.product_id
    where ${inRange(range, 'changed')} and not (${fits}) order by line limit 3`.execute(db)
  const examples = rows.map(({ line, name, why }) => `“${name}” (line ${line}) ${why}`)
  return `Since the file was checked ${examples.join(', ')}. Nothing was imported: check the file again`
}
