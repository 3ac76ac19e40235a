import { sql } from 'kysely'
import type { PickList } from '#contract/manage-orders.ts'
import { pickedOrdersMax } from '#contract/manage-orders.ts'
import type { Db } from '../../db/index.ts'
import { withFilter } from '../orders/order-filter.ts'

type StoredPart = Omit<PickList['parts'][number], 'partNumber'> & { partNumber: string | null }

/** The parts of all orders to ship, the oldest of them if there are many, sorted by part number. */
export async function listPicks(db: Db): Promise<PickList> {
  const found = await withFilter(db.selectFrom('orders').where('deleted_at', 'is', null), {
    tab: 'to-ship',
  })
    .select('id')
    .orderBy('id')
    .limit(pickedOrdersMax + 1)
    .execute()
  const ids = found.slice(0, pickedOrdersMax).map(({ id }) => id)
  const { rows } = await sql<StoredPart>`
    select products.id as product, products.name, products.part_number as "partNumber",
      sum(line.quantity)::integer as quantity,
      json_strip_nulls(json_agg(json_build_object('order', orders.id, 'quantity', line.quantity,
        'reference', orders.reference) order by orders.id)) as orders
    from order_lines as line
      join orders on orders.id = line.order_id
      join products on products.id = line.product_id
    where line.order_id = any (${ids}::uuid[])
    group by products.id
    order by products.part_number, products.name`.execute(db)
  return {
    orders: ids.length,
    isCapped: found.length > ids.length,
    parts: rows.map(({ partNumber, ...part }) => ({
      ...part,
      ...(partNumber !== null && { partNumber }),
    })),
  }
}
