import { sql } from 'kysely'
import type { VehicleWish } from '#contract/vehicles/manage-vehicles.ts'
import type { ProductKind } from '#contract/shared/product-kinds.ts'
import type { Db } from '../../db/index.ts'
import type { Shop } from '../../shop.ts'

/** The most different wishes that a node counts between two writes. */
const countedMax = 1_000

/** The most different wishes of one day that are stored. */
const wishesPerDay = 10_000

/** Counts the cars for which a list of parts was empty: in memory, and by `store` in the database. */
export function createWishes(): Shop['wishes'] {
  let counted = new Map<string, { vehicle: string; kind: ProductKind | null; count: number }>()
  return {
    count(vehicle: string, kind: ProductKind | null) {
      const key = `${vehicle} ${kind ?? ''}`
      const known = counted.get(key)
      if (known) known.count += 1
      else if (counted.size < countedMax) counted.set(key, { vehicle, kind, count: 1 })
    },
    /** Writes what was counted since the last time. A failure loses these counts. */
    async store(db: Db) {
      if (counted.size === 0) return
      const rows = JSON.stringify([...counted.values()])
      counted = new Map()
      await sql`
        insert into vehicle_wishes as known (day, model_id, year, kind, count)
        select current_date, model.id, split_part(vehicle, '/', 3)::smallint, kind, count
        from jsonb_to_recordset(${rows}::jsonb) as wish(vehicle text, kind text, count integer)
        join vehicle_makes as make on make.slug = split_part(vehicle, '/', 1)
        join vehicle_models as model on make_id = make.id and model.slug = split_part(vehicle, '/', 2)
        where (select count(*) from vehicle_wishes where day = current_date) < ${wishesPerDay}
        order by model.id, vehicle, kind
        on conflict (day, model_id, year, kind) do update set count = known.count + excluded.count`.execute(
        db,
      )
    },
  }
}

const shownWishes = 200

/** The wishes of the last 90 days, the most frequent first. */
export async function listWishes(db: Db): Promise<VehicleWish[]> {
  const { rows } = await sql<VehicleWish>`
    select concat_ws('/', make.slug, model.slug, year, kind) as "_id",
      concat_ws('/', make.slug, model.slug, year) as vehicle,
      concat_ws(' ', year, make.name, model.name) as car, kind, sum(count)::integer as count,
      max(day)::text as "lastDay"
    from vehicle_wishes
    join vehicle_models as model on model.id = model_id
    join vehicle_makes as make on make.id = make_id
    group by make.slug, make.name, model.slug, model.name, year, kind
    order by count desc, "lastDay" desc, "_id" limit ${shownWishes}`.execute(db)
  return rows
}
