import { sql } from 'kysely'
import type { PickList } from '#contract/orders/pick-list.ts'
import { pickedOrdersMax } from '#contract/orders/pick-list.ts'
import type { Db } from '../../db/index.ts'
import { nameOrder } from '../../db/search.ts'
import { withFilter } from '../orders/order-filter.ts'

type StoredPart = Omit<PickList['parts'][number], 'partNumber'> & { partNumber: string | null }

/** The parts of all orders to ship, or of the oldest `most` of them, without refunded units, sorted by part number. */
export async function listPicks(db: Db, most = pickedOrdersMax): Promise<PickList> {
  const found = await withFilter(db.selectFrom('orders').where('deleted_at', 'is', null), {
    tab: 'to-ship',
  })
    .select('id')
    .orderBy('id')
    .limit(most + 1)
    .execute()
  const ids = found.slice(0, most).map(({ id }) => id)
  const { rows } = await sql<StoredPart>`
    with pick as (
      select order_id, product_id, quantity - coalesce((
        select sum(refunded.quantity) from partial_refund_lines as refunded
          join partial_refunds using (order_id, refund_no)
        where refunded.order_id = ordered.order_id and refunded.line = ordered.line
          and refused_at is null), 0)::integer as units
      from order_lines as ordered
      where order_id = any (${ids}::uuid[])
    )
    select products.id as product, products.name, products.part_number as "partNumber",
      sum(units)::integer as quantity,
      json_strip_nulls(json_agg(json_build_object('order', orders.id, 'quantity', units,
        'reference', orders.reference) order by orders.id)) as orders
    from pick
      join orders on orders.id = order_id
      join products on products.id = product_id
    where units > 0
    group by products.id
    order by ${sql.raw(nameOrder('products.name'))}`.execute(db)
  return {
    orders: ids.length,
    isCapped: found.length > ids.length,
    parts: rows.toSorted(byPartNumber).map(({ partNumber, ...part }) => ({
      ...part,
      ...(partNumber !== null && { partNumber }),
    })),
  }
}

const inReadingOrder = new Intl.Collator('en', { numeric: true })

/** `AP-2` before `AP-10`; parts without a number at the end, by name. */
function byPartNumber(one: StoredPart, other: StoredPart): number {
  if (one.partNumber === null || other.partNumber === null) {
    return Number(one.partNumber === null) - Number(other.partNumber === null)
  }
  return inReadingOrder.compare(one.partNumber, other.partNumber)
}
