import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop } from '../testing/shop.ts'
import type { TestShop } from '../testing/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const rowsOf = async <Row>(statement: string) =>
  (await shop.database.pool.query<Row & object>(statement)).rows

test('ids are in creation order, also within one millisecond', async () => {
  // The sum delays each id by some microseconds.
  const made = await rowsOf<{ id: string }>(`
    with recursive ids as (
      select 0 as n, new_id() as id union all
      select n + 1, case when pause.sum > 0 then new_id() end from ids,
        lateral (select sum(each) from generate_series(1, 200) as each where each > n) as pause
      where n < 150)
    select id from ids order by n`)
  const ids = made.map(({ id }) => id)
  expect(ids).toEqual(ids.toSorted())
  const milliseconds = new Set(ids.map((id) => id.slice(0, 13)))
  expect(milliseconds.size).toBeLessThan(ids.length)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab]/)
})

test('an id contains its creation time, and id_since(time) is below every later id', async () => {
  const rows = await rowsOf<{ lag: number; isSince: boolean }>(`
    select abs(extract(epoch from made) * 1000 - ('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint)::float8 as lag,
      id >= id_since(made) as "isSince"
    from generate_series(1, 200), lateral (select clock_timestamp() as made, generate_series) as at,
      lateral (select new_id() as id where made is not null) as ids`)
  expect(rows).toHaveLength(200)
  expect(rows.every(({ isSince }) => isSince)).toBe(true)
  expect(Math.max(...rows.map(({ lag }) => lag))).toBeLessThan(60_000)
})
