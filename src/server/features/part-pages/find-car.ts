import type { Pool } from 'pg'
import { slugOf } from '#contract/vehicles/vehicle-key.ts'
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

/** The make and model of these slugs, or where a page of their other names has moved to. */
export async function findCar(pool: Pool, makeSlug: string, modelSlug?: string): Promise<Found> {
  const make = bySlug(await selectMakes(pool, { slug: makeSlug }), makeSlug)
  if (!make) return undefined
  if (modelSlug === undefined) {
    return make.slug === makeSlug ? { make } : { movedTo: make.slug }
  }
  const model = bySlug(await selectModels(pool, { make: make.id, slug: modelSlug }), modelSlug)
  if (!model) return undefined
  return make.slug === makeSlug && model.slug === modelSlug
    ? { make, model }
    : { movedTo: `${make.slug}/${model.slug}` }
}

const bySlug = <Row extends Named & { aliases: string[] }>(rows: readonly Row[], slug: string) =>
  rows.find((row) => row.slug === slug) ??
  rows.find(({ aliases }) => aliases.some((alias) => slugOf(alias) === slug))
