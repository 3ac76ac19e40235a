import { sql } from 'kysely'
import { nameKey, slugOf } from '#contract/vehicles/vehicle-key.ts'
import { yearsText } from '#contract/vehicles/years.ts'
import type { YearRange } from '#contract/vehicles/years.ts'
import type { Db } from '../../db/index.ts'
import { nameOrder } from '../../db/search.ts'
import type { ListedVehicle } from './read-list.ts'

/** What adding a list has changed, as texts. */
export interface VehicleChanges {
  makes: string[]
  models: string[]
  /** Models and makes that were there already, with more years or other names. */
  extended: string[]
}

/**
 * Adds makes and models, years and aliases to those in the database; takes nothing away, and leaves names as they
 * are. A make is known by its name or an alias, a model by its name, however written.
 */
export async function addVehicles(
  trx: Db,
  list: readonly ListedVehicle[],
  source: 'vpic' | 'import' | 'admin',
): Promise<VehicleChanges> {
  await sql`select pg_advisory_xact_lock(hashtext('vehicles'))`.execute(trx)
  const rows = await withSlugs(trx, list)
  const makes = await addMakes(trx, rows)
  const models = await addModels(trx, rows, source)
  return {
    makes: makes.filter(({ isNew }) => isNew).map(({ name }) => name),
    models: models.filter(({ isNew }) => isNew).map(textOf),
    extended: [
      ...makes.filter(({ isNew }) => !isNew).map(({ name }) => name),
      ...models.filter(({ isNew }) => !isNew).map(textOf),
    ],
  }
}

/** For the person who added a list. */
export function changesText({ makes, models, extended }: VehicleChanges): string {
  if (makes.length + models.length + extended.length === 0) return 'Nothing new.'
  return [
    ...section('New makes', makes),
    ...section('New models', models),
    ...section('More years or other names', extended),
  ].join('\n')
}

const section = (title: string, lines: string[]) =>
  lines.length > 0 ? [`${title}: ${lines.length}`, ...lines.map((line) => `  ${line}`)] : []

const textOf = ({ make, name, years }: ChangedModel) =>
  `${make} ${name}: ${years ? yearsText(years) : 'any year'}`

interface KnownMake {
  slug: string
  names: string[]
  models: { slug: string; name: string }[]
}

/** A row with the slugs that make and model have, or get. */
interface Row extends ListedVehicle {
  makeSlug: string
  /** Empty for a row about the make. */
  modelSlug: string
}

async function withSlugs(trx: Db, list: readonly ListedVehicle[]): Promise<Row[]> {
  const { rows: makes } = await sql<KnownMake>`
    select slug, array[slug, name] || aliases as names, coalesce(models, '[]') as models
    from vehicle_makes cross join lateral (
      select json_agg(json_build_object('slug', slug, 'name', name)) as models
      from vehicle_models where make_id = vehicle_makes.id
    ) as own`.execute(trx)
  const makeSlugs = keyed(makes.flatMap(({ slug, names }) => names.map((name) => ({ slug, name }))))
  const modelSlugs = new Map(makes.map(({ slug, models }) => [slug, keyed(models)]))
  return list.map((row) => {
    const makeSlug = makeSlugs.get(nameKey(row.make)) ?? slugOf(row.make)
    const modelSlug = modelSlugs.get(makeSlug)?.get(nameKey(row.model)) ?? slugOf(row.model)
    return { ...row, makeSlug, modelSlug }
  })
}

const keyed = (named: { slug: string; name: string }[]) =>
  new Map(
    named.flatMap(({ slug, name }) => [
      [nameKey(name), slug],
      [nameKey(slug), slug],
    ]),
  )

/** Rows of the same make and model as one. */
function combined(rows: readonly Row[]): Row[] {
  const groups = Map.groupBy(rows, ({ makeSlug, modelSlug }) => `${makeSlug}/${modelSlug}`)
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (!first) return []
    const group = [first, ...others]
    const aliases = new Set(group.flatMap((row) => row.aliases))
    return [{ ...first, years: group.flatMap(({ years }) => years), aliases: [...aliases] }]
  })
}

interface Changed {
  name: string
  isNew: boolean
}

interface ChangedModel extends Changed {
  make: string
  years: YearRange[] | null
}

const allAliases = sql`known.aliases
  || array(select unnest(excluded.aliases) except select unnest(known.aliases) order by 1)`

async function addMakes(trx: Db, rows: readonly Row[]) {
  const ofMakes = rows.map((row) => ({
    ...row,
    aliases: row.modelSlug ? [] : row.aliases,
    modelSlug: '',
  }))
  const given = combined(ofMakes).map(({ makeSlug, make, aliases }) => ({
    slug: makeSlug,
    name: make,
    aliases,
  }))
  const result = await sql<Changed>`
    insert into vehicle_makes as known (slug, name, aliases)
    select slug, name, aliases from jsonb_to_recordset(${JSON.stringify(given)})
      as given (slug text, name text, aliases text[])
    on conflict (slug) do update set aliases = ${allAliases}
      where not known.aliases @> excluded.aliases
    returning name, xmax = 0 as "isNew"`.execute(trx)
  return result.rows
}

async function addModels(trx: Db, rows: readonly Row[], source: 'vpic' | 'import' | 'admin') {
  const given = combined(rows.filter(({ modelSlug }) => modelSlug !== '')).map((row) => ({
    make: row.makeSlug,
    slug: row.modelSlug,
    name: row.model,
    years: row.years.length > 0 ? multirange(row.years) : null,
    aliases: row.aliases,
  }))
  const result = await sql<ChangedModel>`
    with changed as (
      insert into vehicle_models as known (make_id, slug, name, aliases, years, source)
      select vehicle_makes.id, given.slug, given.name, given.aliases, given.years::int4multirange, ${source}
      from jsonb_to_recordset(${JSON.stringify(given)})
        as given (make text, slug text, name text, aliases text[], years text)
      join vehicle_makes on vehicle_makes.slug = given.make
      on conflict (make_id, slug) do update set
        aliases = ${allAliases},
        years = coalesce(known.years + excluded.years, known.years, excluded.years)
        where not known.aliases @> excluded.aliases
          or not coalesce(known.years, '{}') @> coalesce(excluded.years, '{}')
      returning make_id, name, years, xmax = 0 as is_new
    )
    select vehicle_makes.name as make, changed.name, is_new as "isNew",
      (select json_agg(json_build_array(lower(range), upper(range) - 1) order by range)
       from unnest(changed.years) as range) as years
    from changed join vehicle_makes on vehicle_makes.id = make_id
    order by vehicle_makes.slug, ${sql.raw(nameOrder('changed.name'))}`.execute(trx)
  return result.rows
}

const multirange = (years: readonly YearRange[]) =>
  `{${years.map(([first, last]) => `[${first},${last}]`).join(',')}}`
