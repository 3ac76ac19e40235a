import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '../../db/index.ts'
import type { Schema } from '../../db/schema.ts'
import { nameOrder } from '../../db/search.ts'

export interface LowProduct {
  id: string
  name: string
  partNumber: string | null
  quantity: number
  waiting: number
}

interface Since {
  /** Products whose stock has changed since then. */
  moment: Date
  /** The level of products without one of their own. */
  defaultLevel: number
}

/**
 * Products whose stock has fallen below their level, each once until it is restocked, and marks them. Units that
 * return without a delivery, such as those of an expired reservation, allow another alert after a day.
 */
export async function takeLowProducts(trx: Transaction<Schema>, since: Since) {
  const moved = sql`
    select products.id, products.name, products.part_number, products.quantity,
      products.quantity < coalesce(low_level, ${since.defaultLevel}::int) as is_low
    from (
        select product_id from stock_movements where created_at >= ${since.moment}
        union
        select product_id from order_lines where order_id >= id_since(${since.moment})
      ) as moved
      join products on products.id = moved.product_id
      left join stock_watch on stock_watch.product_id = products.id
    where archived_at is null`
  await sql`
    with moved as (${moved}), restocked as (
      select moved.id, exists (
        select from stock_movements
        where product_id = moved.id and order_id is null and delta > 0
          and created_at > alerted_at) as is_ended
      from moved join stock_watch on stock_watch.product_id = moved.id
      where not is_low and alerted_at is not null
    )
    update stock_watch
    set alerted_at = case when is_ended then null else alerted_at end,
      recovered_at = case when is_ended then null else coalesce(recovered_at, now()) end
    from restocked where product_id = id`.execute(trx)
  const { rows } = await sql<LowProduct>`
    with moved as (${moved}), alerted as (
      insert into stock_watch as known (product_id, alerted_at)
      select id, now() from moved where is_low order by id
      on conflict (product_id) do update set alerted_at = now(), recovered_at = null
      where known.alerted_at is null
        or known.recovered_at is not null and known.alerted_at < now() - interval '1 day'
      returning product_id
    )
    select id, name, part_number as "partNumber", quantity, (
        select count(*) from stock_alerts where product_id = moved.id and mailed_at is null
      )::int as waiting
    from moved join alerted on product_id = id order by quantity, ${sql.raw(nameOrder())}`.execute(
    trx,
  )
  await sql`
    with moved as (${moved})
    update stock_watch set recovered_at = null
    from moved where product_id = id and is_low and recovered_at is not null`.execute(trx)
  return rows
}

/** The level of a product and the number of customers who wait for it; undefined if there is no such product. */
export async function readWatch(db: Db, id: string) {
  const { rows } = await sql<{ lowLevel: number | null; waiting: number }>`
    select low_level as "lowLevel", (
        select count(*) from stock_alerts where product_id = products.id and mailed_at is null
      )::int as waiting
    from products left join stock_watch on product_id = products.id
    where products.id = ${id}`.execute(db)
  return rows[0]
}
