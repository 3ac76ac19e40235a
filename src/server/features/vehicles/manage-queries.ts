import { sql } from 'kysely'
import type { ManagedModel, ModelFacts, NewModel } from '#contract/vehicles/manage-vehicles.ts'
import { yearsText } from '#contract/vehicles/years.ts'
import { recordChange } from '../audit/record.ts'
import type { Actor } from '../audit/record.ts'
import type { Db } from '../../db/index.ts'
import { nameOrder } from '../../db/search.ts'
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
    order by ${sql.raw(nameOrder('make.name'))}, ${sql.raw(nameOrder('model.name'))}, model.id
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

const loggedOf = ({ years, aliases, isHidden }: ModelFacts) => ({
  years: yearsText(years),
  aliases: aliases.join(', '),
  isHidden,
})

const named = ({ _id, makeName, name }: Row) => ({
  object: { key: _id },
  name: `${makeName} ${name}`,
})

/** Adds a model, with its make if that is new. */
export const addModel = (db: Db, actor: Actor, added: NewModel): Promise<ManagedModel> =>
  db.transaction().execute(async (trx) => {
    const { models } = await addVehicles(trx, [added], 'admin')
    if (models.length === 0) throw new AppError('duplicate')
    const { rows } = await sql<Row>`select ${selected} order by model.id desc limit 1`.execute(trx)
    const [model] = rows
    if (!model) throw new AppError('not-found')
    const { isHidden: _, ...after } = loggedOf(model)
    await recordChange(trx, actor, { action: 'add-vehicle', ...named(model), before: {}, after })
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
    await recordChange(trx, actor, {
      action: 'change-vehicle',
      ...named(after),
      before: loggedOf(before),
      after: loggedOf(after),
    })
    return withoutId(after)
  })

const isSame = (one: ModelFacts, other: ModelFacts) => textOf(one) === textOf(other)

const textOf = ({ years, aliases, isHidden }: ModelFacts) =>
  JSON.stringify([years, aliases, isHidden])
