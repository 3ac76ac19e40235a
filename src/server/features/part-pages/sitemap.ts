import { prepared } from '../../db/prepared.ts'
import type { PublicReader } from '../../db/replica/read-replica.ts'

/** As many as one file may have. */
const partsPerFile = 50_000

const batchSize = 5_000

const countParts = prepared<{ files: number }>(
  'sitemap-count',
  () =>
    `select ceil(count(*) / ${partsPerFile}.0)::integer as files from products where archived_at is null`,
)

const hasCars = prepared<{ listed: boolean }>(
  'sitemap-has-cars',
  () => 'select exists (select from car_pages) as listed',
)

const firstOfFile = prepared<{ id: string }, { offset: number }>(
  'sitemap-first-part',
  (p) => `select id from products where archived_at is null order by id limit 1 offset ${p.offset}`,
)

const selectParts = prepared<{ id: string }, { from: string; limit: number }>(
  'sitemap-parts',
  (p) =>
    `select id from products where archived_at is null and id >= ${p.from} order by id limit ${p.limit}`,
)

const selectCars = prepared<{ path: string }>(
  'sitemap-cars',
  () => 'select path from car_pages order by place',
)

/** What the sitemap lists besides the pages that every shop has. */
export const sitemapAddresses = (reader: PublicReader) => ({
  /** The numbers of files. */
  files: () =>
    reader.run(async ({ pool }) => {
      const [[parts], [cars]] = await Promise.all([countParts(pool), hasCars(pool)])
      return { parts: parts?.files ?? 0, cars: cars?.listed ? 1 : 0 }
    }),

  cars: () => reader.run(async ({ pool }) => (await selectCars(pool)).map(({ path }) => path)),

  /** The paths of a file in batches, so that a slow client holds neither a connection nor all of them. */
  async *parts(file: number) {
    const [first] = await reader.run(({ pool }) =>
      firstOfFile(pool, { offset: (file - 1) * partsPerFile }),
    )
    let next = first?.id
    for (let left = partsPerFile; left > 0 && next !== undefined; left -= batchSize) {
      const from: string = next
      const rows = await reader.run(({ pool }) => selectParts(pool, { from, limit: batchSize + 1 }))
      next = rows[batchSize]?.id
      yield rows.slice(0, batchSize).map(({ id }) => `/part/${id}`)
    }
  },
})
