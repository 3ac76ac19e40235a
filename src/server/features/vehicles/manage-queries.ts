import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type {
  ManagedModel,
  ModelFacts,
  NewModel,
  VehicleChange,
} from '#contract/vehicles/manage-vehicles.ts'
import { yearsText } from '#contract/vehicles/years.ts'
import { differing } from '../audit/record.ts'
import type { Actor } from '../audit/record.ts'
import type { Db } from '../../db/index.ts'
import type { Schema } from '../../db/schema.ts'
import { AppError } from '../../errors/errors.ts'
import { addVehicles } from './add-vehicles.ts'

const selected = sql.raw(`
  model.id, make.slug || '/' || model.slug as "_id", make.slug as make, make.name as "makeName",
  model.slug as model, model.name, model.aliases, model.source, hidden_at is not null as "isHidden",
  array(
    select array[lower(range), upper(range) - 1] from unnest(years) as range order by range
  ) as years
  from vehicle_models as model join vehicle_makes as make on make.id = make_id`)

const matching = (q: string | undefined) =>
  q
    ? sql`strpos(lower(concat_ws(' ', make.name, array_to_string(make.aliases, ' '), model.name,
        array_to_string(model.aliases, ' '))), ${q.toLowerCase()}) > 0`
    : sql`true`

type Row = ManagedModel & { id: number }

function withoutId(row: Row): ManagedModel {
  const { id: _, ...model } = row
  return model
}

/** One numbered page of the models, by make and name. */
export async function listModels(
  db: Db,
  { q, page, limit }: { q?: string | undefined; page: number; limit: number },
): Promise<ManagedModel[]> {
  const { rows } = await sql<Row>`
    select ${selected} where ${matching(q)}
    order by lower(make.name), lower(model.name), model.id
    limit ${limit} offset ${(page - 1) * limit}`.execute(db)
  return rows.map(withoutId)
}

/** All are counted: a shop has some thousands. */
export async function countModels(db: Db, q: string | undefined) {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from vehicle_models as model
    join vehicle_makes as make on make.id = make_id where ${matching(q)}`.execute(db)
  return { count: rows[0]?.count ?? 0, isCapped: false }
}

const lockModel = async (trx: Db, make: string, model: string) =>
  (
    await sql<Row>`
      select ${selected} where make.slug = ${make} and model.slug = ${model}
      for no key update of model`.execute(trx)
  ).rows[0]

interface Change {
  model: Row
  actor: Actor
  action: VehicleChange['action']
  before: Partial<ModelFacts>
}

/** The entry has the facts that differ. */
const recordChange = (trx: Transaction<Schema>, { model, actor, action, before }: Change) => {
  const facts = { years: yearsText(model.years), aliases: model.aliases.join(', ') }
  const after = { ...facts, isHidden: model.isHidden }
  const old = {
    years: before.years ? yearsText(before.years) : '',
    aliases: (before.aliases ?? []).join(', '),
    isHidden: before.isHidden ?? false,
  }
  return trx
    .insertInto('vehicle_changes')
    .values({
      vehicle: model._id,
      name: `${model.makeName} ${model.name}`,
      actor: actor.id,
      request_id: actor.requestId ?? null,
      action,
      before: action === 'added' ? {} : differing(old, after),
      after: differing(after, old),
    })
    .execute()
}

/** Adds a model, with its make if that is new. */
export const addModel = (db: Db, actor: Actor, added: NewModel): Promise<ManagedModel> =>
  db.transaction().execute(async (trx) => {
    const { models } = await addVehicles(trx, [added], 'admin')
    if (models.length === 0) throw new AppError('duplicate')
    const { rows } = await sql<Row>`select ${selected} order by model.id desc limit 1`.execute(trx)
    const [model] = rows
    if (!model) throw new AppError('not-found')
    await recordChange(trx, { model, actor, action: 'added', before: {} })
    return withoutId(model)
  })

interface ModelChange extends ModelFacts {
  make: string
  model: string
  seen: ModelFacts
}

/** Changes a model, unless it is not what the admin saw. */
export const changeModel = (
  db: Db,
  actor: Actor,
  { make, model, seen, ...facts }: ModelChange,
): Promise<ManagedModel> =>
  db.transaction().execute(async (trx) => {
    const before = await lockModel(trx, make, model)
    if (!before) throw new AppError('not-found')
    if (isSame(before, facts)) return withoutId(before)
    if (!isSame(before, seen)) throw new AppError('changed-meanwhile')
    const ranges = facts.years.map(([first, last]) => `[${first},${last}]`).join(',')
    await trx
      .updateTable('vehicle_models')
      .set({
        aliases: facts.aliases,
        years: facts.years.length > 0 ? `{${ranges}}` : null,
        hidden_at: facts.isHidden ? sql<Date>`coalesce(hidden_at, now())` : null,
      })
      .where('id', '=', before.id)
      .execute()
    const after = await lockModel(trx, make, model)
    if (!after) throw new AppError('not-found')
    await recordChange(trx, { model: after, actor, action: 'changed', before })
    return withoutId(after)
  })

const isSame = (one: ModelFacts, other: ModelFacts) => textOf(one) === textOf(other)

const textOf = ({ years, aliases, isHidden }: ModelFacts) =>
  JSON.stringify([years, aliases, isHidden])

const shownChanges = 50

const fields: Readonly<Record<string, string>> = {
  years: 'Years',
  aliases: 'Other names',
  isHidden: 'Hidden',
}

/** The last changes, newest first. */
export async function listChanges(db: Db): Promise<VehicleChange[]> {
  const { rows } = await sql<{
    id: number
    at: Date
    by: string
    action: VehicleChange['action']
    name: string
    before: Record<string, unknown>
    after: Record<string, unknown>
  }>`
    select change.id, change.created_at as at, coalesce(users.email, actor) as by, action,
      change.name, before, after
    from vehicle_changes as change
    left join users on users.id = case when actor like '%-%-%' then actor::uuid end
    order by change.id desc limit ${shownChanges}`.execute(db)
  return rows.map(({ id, at, before, after, ...row }) => ({
    ...row,
    _id: String(id),
    at: at.toISOString(),
    changes: Object.keys(fields)
      .filter((field) => field in before || field in after)
      .map((field) => ({
        field: fields[field] ?? field,
        before: shownValue(before[field]),
        after: shownValue(after[field]),
      })),
  }))
}

const shownValue = (value: unknown) =>
  typeof value === 'boolean'
    ? value
      ? 'yes'
      : 'no'
    : typeof value === 'string'
      ? value || null
      : null
