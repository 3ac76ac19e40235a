import { touchedRows, touchedIds } from './invariant.ts'
import type { Invariant } from './invariant.ts'

export const stockInvariants: Invariant[] = [
  {
    id: 'I1',
    promise: "A product's stock is the sum of its movements, and never below zero",
    violations: `
      with touched as (
        select id from products where id >= id_since($1)
        union
        select product_id from stock_movements where created_at >= $1
        union
        select product_id from order_lines where order_id >= id_since($1)
      ), moved as (
        select product_id, sum(delta) as units from stock_ledger
        where product_id in (select id from touched) group by product_id
      )
      select id from touched join products using (id) left join moved on product_id = id
      where quantity < 0 or quantity <> coalesce(units, 0)`,
  },
  {
    id: 'I1',
    promise:
      'Each line of an order has its units exactly while they are reserved, it is paid, or they were shipped, but for those refunded',
    violations: `
      with ${touchedIds}, taken as (
        select order_id, product_id, -sum(delta) as units from stock_ledger
        where order_id is not null and order_id in (select id from touched)
        group by order_id, product_id
      ), refunded as (
        select order_id, line, coalesce(sum(quantity) filter (where is_restocked), 0) as restocked,
          coalesce(sum(quantity) filter (where not is_restocked), 0) as gone
        from partial_refund_lines join partial_refunds using (order_id, refund_no)
        where refund_id is not null and order_id in (select id from touched)
        group by order_id, line
      )
      select distinct id from ${touchedRows}
        join order_lines as line on line.order_id = orders.id
        left join taken on taken.order_id = orders.id and taken.product_id = line.product_id
        left join refunded on refunded.order_id = orders.id and refunded.line = line.line
      where coalesce(units, 0) <>
        case when held_until is not null or status in ('paid', 'shipped') or (
          status = 'refunded' and (
            select true from order_events where order_id = orders.id and kind = 'shipped' limit 1)
        ) then line.quantity - coalesce(restocked, 0) else coalesce(gone, 0) end`,
  },
  {
    id: 'I1',
    promise: "A product's uncovered units are those of the reserved orders that no payment covers",
    violations: `
      with touched as (
        select id from products where id >= id_since($1)
        union
        select product_id from stock_movements where created_at >= $1
        union
        select product_id from order_lines where order_id >= id_since($1)
      ), reserved as (
        select product_id, sum(line.quantity) as units
        from orders join order_lines as line on order_id = orders.id
        where held_until is not null and is_uncovered group by product_id
      )
      select id from touched join products using (id) left join reserved on product_id = id
      where uncovered_units <> coalesce(units, 0)`,
  },
  {
    id: 'I7',
    promise: 'No reservation outlives its expiry, unless its payment is processing',
    violations: `
      select id from orders
      where held_until < now() - make_interval(secs => $2) and not exists (
        select from payment_intents
        where order_id = orders.id and payment_intents.hold_round = orders.hold_round
          and payment_intents.status = 'processing')`,
  },
]
