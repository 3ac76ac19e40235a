import { sql } from 'kysely'
import { partsToIndex } from '#contract/products/part-pages.ts'
import type { Database, Db } from '../../db/index.ts'
import { runExclusively } from '../../jobs/run-exclusively.ts'
import { listParts } from './car-parts.ts'

/** Search engines may read less of a longer list. */
const pathsMax = 20_000

const day = 86_400

interface ListedPage {
  path: string
  parts: number
}

/**
 * Lists the pages about cars for the sitemap, daily: those with enough parts, without years that are like the year
 * before. A shop without fitments is not listed, so that its first ones do not wait for a day.
 */
export async function listCarPages({ db, pool }: Pick<Database, 'db' | 'pool'>): Promise<boolean> {
  const { rows } = await sql`select from fitments limit 1`.execute(db)
  if (rows.length === 0) return false
  const schedule = { name: 'list car pages', everySeconds: day, leaseSeconds: 3_600 }
  return runExclusively(pool, schedule, async () => ({ pages: await storeCarPages(db) }))
}

/** Returns the number of pages. */
export async function storeCarPages(db: Db): Promise<number> {
  const paths = await findPaths(db)
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('car_pages').execute()
    await sql`insert into car_pages (place, path)
      select place, path from unnest(${paths}::text[]) with ordinality as listed(path, place)`.execute(
      trx,
    )
  })
  return paths.length
}

async function findPaths(db: Db): Promise<string[]> {
  const makes = await db.selectFrom('vehicle_makes').select(['id', 'slug']).orderBy('id').execute()
  const listed: ListedPage[] = []
  for (const make of makes) {
    const pages = await pagesOfMake(db, make)
    if (pages.length > 0 && (await hasEnoughParts(db, make.id))) {
      const parts = pages.reduce((most, page) => Math.max(most, page.parts), 0)
      listed.push({ path: `/parts/${make.slug}`, parts })
    }
    listed.push(...pages.filter(({ parts }) => parts >= partsToIndex))
  }
  const sorted = listed.toSorted((a, b) => b.parts - a.parts || (a.path < b.path ? -1 : 1))
  const paths = sorted.slice(0, pathsMax - 1).map(({ path }) => path)
  return paths.length > 0 ? ['/parts', ...paths] : []
}

const hasEnoughParts = async (db: Db, make: number) =>
  (await listParts(db, { make }, { limit: partsToIndex })).length === partsToIndex

/** One model after another, so that no statement takes long. */
async function pagesOfMake(db: Db, make: { id: number; slug: string }): Promise<ListedPage[]> {
  const models = await db
    .selectFrom('vehicle_models')
    .select(['id', 'slug'])
    .where('make_id', '=', make.id)
    .where('hidden_at', 'is', null)
    .execute()
  const pages: ListedPage[] = []
  for (const { id, slug } of models) {
    pages.push(...(await pagesOfModel(db, id, `/parts/${make.slug}/${slug}`)))
  }
  return pages
}

interface Counted {
  year: number | null
  kind: string | null
  parts: number
  /** The sum of the hashes of the parts. */
  digest: string
}

async function pagesOfModel(db: Db, model: number, path: string): Promise<ListedPage[]> {
  const { rows } = await sql<Counted & { isOfKind: boolean }>`
    with fitting as (
      select distinct product_id, fitments.kind, year
      from fitments join products on products.id = product_id
      cross join generate_series(year_from::integer, year_to::integer) as year
      where model_id = ${model} and archived_at is null
    )
    select year, kind, count(distinct product_id)::integer as parts, grouping(kind) = 0 as "isOfKind",
      sum(hashtextextended(product_id::text, 0))::text as digest
    from fitting group by grouping sets ((), (year), (year, kind))`.execute(db)
  const digests = new Map(
    rows.flatMap(({ year, isOfKind, ...row }) =>
      year === null || isOfKind ? [] : [[year, `${row.parts} ${row.digest}`]],
    ),
  )
  return rows.flatMap(({ year, kind, isOfKind, parts }) => {
    if (year === null) return { path, parts }
    if (!isOfKind) {
      const isTwin = digests.get(year) === digests.get(year - 1)
      return isTwin ? [] : { path: `${path}/${year}`, parts }
    }
    return kind === null ? [] : { path: `${path}/${year}/${kind}`, parts }
  })
}
