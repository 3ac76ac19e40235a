import { toCents } from '#contract/shared/fields.ts'
import { freeShippingAbove } from '#contract/shared/shipping.ts'
import { touchedRows, touchedIds } from './invariant.ts'
import type { Invariant } from './invariant.ts'

/** Events that change the status; partial refunds and the refund of a second payment do not. */
const steps = `order_events.order_id in (select id from touched) and kind <> 'partly-refunded'
  and not (kind = 'refunded' and details ->> 'reason' = 'paid-twice')`

export const orderInvariants: Invariant[] = [
  {
    id: 'I5',
    promise:
      "An order's total is the sum of its lines, plus shipping if that is not free and taxes that are added, and its header is true",
    violations: `
      select id from ${touchedRows} cross join lateral (
        select count(*) as lines, sum(line.quantity) as units,
          sum(unit_price_cents::bigint * line.quantity) as goods
        from order_lines as line where order_id = orders.id) as sums
      where (line_count, quantity, total_cents) is distinct from
          (lines, units, goods + shipping_cents + tax_added_cents)
        or shipping_cents > 0 and goods > ${toCents(freeShippingAbove)}`,
  },
  {
    id: 'I5',
    promise: 'The taxes of an order are those of its rates on each line and on shipping',
    violations: `
      with taxed as (
        select id, tax, tax_added_cents, shipping_cents, (tax ->> 'included')::boolean as included
        from ${touchedRows} where tax is not null
      ), rates as (
        select id, coalesce(array_agg(points order by n), '{}') as all_rates,
          coalesce(array_agg(points order by n) filter (where on_shipping), '{}') as of_shipping
        from taxed left join lateral (
          select n, round((rate ->> 'percent')::numeric * 1000)::integer as points,
            (rate ->> 'onShipping')::boolean as on_shipping
          from jsonb_array_elements(tax -> 'rates') with ordinality as listed (rate, n)
        ) as listed on points is not null
        group by id
      )
      select id from taxed join rates using (id) cross join lateral (
        select sum(sum_of(taxes))::bigint as cents,
          bool_and(taxes is not distinct from
            taxes_of(unit_price_cents::bigint * quantity, array_remove(all_rates, null), included)) as are_right
        from order_lines where order_id = taxed.id) as of_lines
      where are_right is not true or tax_added_cents <> tax_added(tax, cents)
        or tax -> 'shipping' <> to_jsonb(
          taxes_of(shipping_cents::bigint, array_remove(of_shipping, null), included))`,
  },
  {
    id: 'I5',
    // created_at is the start of the transaction: the price is read later, after waiting for locks.
    promise:
      "A line of an order has the product's prices of when it was placed, or lower ones of a price list",
    violations: `
      select distinct id from ${touchedRows} join order_lines on order_id = orders.id
      where not exists (
        select from product_prices price
          cross join lateral line_price(price_cents, breaks, order_lines.quantity, null, 0, null) as usual
        where price.product_id = order_lines.product_id
          and price_cents = coalesce(list_price_cents, unit_price_cents)
          -- Releases without ladders sell at the price of one unit.
          and (unit_price_cents = price_cents or unit_price_cents = usual.cents and price_from = origin
            or unit_price_cents < usual.cents and price_from !~ '^from [0-9]+$')
          and valid_from <= orders.created_at + interval '15 seconds'
          and not exists (
            select from product_prices later
            where later.product_id = price.product_id
              and (later.valid_from, later.id) > (price.valid_from, price.id)
              and later.valid_from <= orders.created_at))`,
  },
  {
    id: 'I6',
    promise: 'An idempotency key has one effect, for the account that sent it',
    violations: `
      with recent as (
        select user_id, key, (answer ->> 'insertedId')::uuid as inserted
        from idempotency_keys where created_at >= $1
      )
      select user_id as id from recent group by user_id, key having count(*) > 1
      union all
      select inserted from recent group by inserted having count(distinct (user_id, key)) > 1
        and inserted is not null
      union all
      select id from recent join orders on orders.id = inserted
      where orders.user_id <> recent.user_id`,
  },
  {
    id: 'I9',
    promise: "An order's history contains only allowed transitions",
    violations: `
      with ${touchedIds}, history as (
        select order_id, kind, lag(kind, 1, 'placed') over (partition by order_id order by id) as before
        from order_events where ${steps}
      )
      select distinct order_id as id from history
      where (before, kind) not in (
        ('placed', 'lapsed'), ('placed', 'paid'), ('placed', 'deleted'),
        ('held', 'lapsed'), ('held', 'paid'), ('held', 'deleted'),
        ('lapsed', 'held'), ('lapsed', 'paid'), ('lapsed', 'deleted'), ('lapsed', 'refunded'),
        ('deleted', 'restored'), ('deleted', 'refunded'),
        ('restored', 'paid'),
        ('paid', 'shipped'), ('paid', 'refunded'), ('shipped', 'refunded'))`,
  },
  {
    id: 'I9',
    promise: "An order's status is the one that its history ends with",
    violations: `
      with ${touchedIds}, history as (
        select distinct on (order_id) order_id, kind from order_events where ${steps}
        order by order_id, order_events.id desc
      )
      select id from ${touchedRows} left join history on order_id = id
      where (coalesce(kind, 'placed'), status, deleted_at is not null, held_until is not null) not in (
        ('placed', 'unpaid', false, true), ('held', 'unpaid', false, true),
        ('lapsed', 'unpaid', false, false), ('deleted', 'unpaid', true, false),
        ('paid', 'paid', false, false), ('shipped', 'shipped', false, false),
        ('refunded', 'refunded', false, false)) is not false`,
  },
  {
    id: 'I10',
    promise: 'A shipped order is paid',
    violations: `
      select id from ${touchedRows}
      where (shipping or status = 'shipped') and (not paid or transaction_id is null)`,
  },
  {
    id: 'I16',
    promise: 'An order is shipped once the time to undo it has passed',
    violations: `select id from orders where ship_due_at < now() - make_interval(secs => $2)`,
  },
  {
    id: 'I16',
    promise: 'The customer is written to about a shipment only if the order was shipped',
    violations: `
      with ${touchedIds}
      select touched.id from touched
      join order_mails on order_mails.order_id = touched.id and order_mails.kind = 'shipped'
      where not exists (
        select from order_events shipped
        where shipped.order_id = touched.id and shipped.kind = 'shipped')`,
  },
]
