import { sql } from 'kysely'
import type { Db } from '../../db/index.ts'
import { recordChanges } from '../stock/adjustments.ts'
import { inRange } from './apply-import.ts'
import type { Range } from './apply-import.ts'
import { assigned, current, titleInSentence } from './columns.ts'

const key = sql.ref('key')

const missingUnitsNote = sql`case when done.delta > had
  then (done.delta - had) || ' of ' || done.delta || ' units are gone and do not come back' end`

/**
 * Undoes the rows of a range: restores each field unless it was changed since, and removes the added units as far as
 * they are in stock.
 */
export async function undoRange(db: Db, range: Range): Promise<void> {
  const { fileName, actor, requestId } = range
  const reason = `Import of ${fileName} undone`
  await sql`
    with old as materialized (
      select r.place, r.before, r.after, r.delta, p.id, p.quantity as had, ${current} as now
      from file_rows r join products p on p.id = r.product_id
      where ${inRange(range, 'changed')}
    ), chosen as materialized (
      select old.*, least(delta, had) as taken,
        coalesce((
          select jsonb_object_agg(key, before -> key) from jsonb_object_keys(after) as key
          where now -> key = after -> key), '{}') as restored,
        (select string_agg(${titleInSentence(key)}, ', ') from jsonb_object_keys(after) as key
          where now -> key <> after -> key) as kept
      from old
    ), done as (
      update products p set
        ${assigned(sql.ref('restored'))},
        quantity = p.quantity - taken
      from chosen where p.id = chosen.id
      returning chosen.*
    ), moved as (
      ${recordChanges('done', { delta: '-taken', reason: 'corrected' })}
    ), told as (
      insert into admin_actions (actor, action, target, before, after, request_id)
      select ${actor}, 'import-products', id,
        coalesce((
          select jsonb_object_agg(key, after -> key) from jsonb_object_keys(restored) as key), '{}')
          || case when taken = 0 then '{}' else jsonb_build_object('quantity', had) end,
        restored || case when taken = 0 then '{}' else jsonb_build_object('quantity', had - taken) end
          || jsonb_build_object('reason', ${reason}::text),
        ${requestId}
      from done where taken <> 0 or restored <> '{}'
    ), noted as (
      update product_import_rows r set note = concat_ws('; ',
        'changed since, and left: ' || kept, ${missingUnitsNote})
      from done where r.ctid = done.place
        and (kept is not null or done.delta > had)
    )
    select from done`.execute(db)
  await sql`
    with old as (
      select r.place, r.delta, p.id, p.quantity as had, p.archived_at as gone
      from file_rows r join products p on p.id = r.product_id
      where ${inRange(range, 'new')}
    ), done as (
      update products p set archived_at = coalesce(p.archived_at, now()),
        quantity = p.quantity - least(delta, had)
      from old where p.id = old.id
      returning old.*, least(delta, had) as taken, p.archived_at
    ), moved as (
      ${recordChanges('done', { delta: '-taken', reason: 'corrected' })}
    ), told as (
      insert into admin_actions (actor, action, target, before, after, request_id)
      select ${actor}, 'import-products', id,
        jsonb_build_object('archived_at', gone, 'quantity', had),
        jsonb_build_object('archived_at', archived_at, 'quantity', had - taken, 'reason', ${reason}::text),
        ${requestId}
      from done where taken <> 0 or gone is null
    ), noted as (
      update product_import_rows r set note = ${missingUnitsNote}
      from done where r.ctid = done.place and done.delta > had
    )
    select from done`.execute(db)
}
