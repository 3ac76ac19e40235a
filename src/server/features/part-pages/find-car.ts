import type { Pool } from 'pg'
import { slugOf } from '#contract/vehicles/vehicle-key.ts'
import { hasYear } from '#contract/vehicles/years.ts'
import type { YearRange } from '#contract/vehicles/years.ts'
import { prepared } from '../../db/prepared.ts'

interface Named {
  slug: string
  name: string
}

export interface Make extends Named {
  id: number
}

export interface Model extends Named {
  id: number
  /** Empty if unknown. */
  years: YearRange[]
  isHidden: boolean
}

type Found = { make: Make; model?: Model } | { movedTo: string } | undefined

const selectMakes = prepared<Make & { aliases: string[] }, { slug: string }>(
  'car-page-makes',
  // All of them if there is none of the slug: one of them may have it as another name.
  (p) => `select id, slug, name, aliases from vehicle_makes
   where slug = ${p.slug} or not exists (select from vehicle_makes where slug = ${p.slug}) order by id`,
)

const selectModels = prepared<Model & { aliases: string[] }, { make: number; slug: string }>(
  'car-page-models',
  (p) => `select id, slug, name, aliases, hidden_at is not null as "isHidden",
     array(select array[lower(range), upper(range) - 1] from unnest(years) as range order by range) as years
   from vehicle_models
   where make_id = ${p.make} and (slug = ${p.slug}
     or not exists (select from vehicle_models where make_id = ${p.make} and slug = ${p.slug}))
   order by id`,
)

/**
 * The make and model of these slugs, or where a page of their other names has moved to: to the page of the make if
 * several models have the name, in the year if one is asked for.
 */
export async function findCar(
  pool: Pool,
  { make: makeSlug, model: modelSlug, year }: Asked,
): Promise<Found> {
  const [make] = bySlug(await selectMakes(pool, { slug: makeSlug }), makeSlug)
  if (!make) return undefined
  if (modelSlug === undefined) {
    return make.slug === makeSlug ? { make } : { movedTo: make.slug }
  }
  const models = bySlug(await selectModels(pool, { make: make.id, slug: modelSlug }), modelSlug)
  const sold = models.filter(({ years }) => year === undefined || hasYear(years, year))
  const [model, ...others] = sold.length > 0 ? sold : models
  if (!model) return undefined
  if (others.length > 0) return { movedTo: make.slug }
  return make.slug === makeSlug && model.slug === modelSlug
    ? { make, model }
    : { movedTo: `${make.slug}/${model.slug}` }
}

interface Asked {
  make: string
  model?: string | undefined
  year?: number | undefined
}

/** The one of the slug, or else all that have it as another name. */
function bySlug<Row extends Named & { aliases: string[] }>(rows: readonly Row[], slug: string) {
  const own = rows.filter((row) => row.slug === slug)
  return own.length > 0
    ? own
    : rows.filter(({ aliases }) => aliases.some((alias) => slugOf(alias) === slug))
}
