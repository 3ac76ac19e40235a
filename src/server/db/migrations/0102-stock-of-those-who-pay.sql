-- Reserved units that no payment covers. An order is uncovered while its units are reserved and the payments that its account
-- made and the shop kept were less than what the account had reserved when it took them. `uncovered_units` is the sum of
-- those orders, and `beyond_half_at` the last time that they took more than half of a small stock.
alter table products
  add column uncovered_units integer not null default 0,
  add column beyond_half_at timestamptz;
alter table orders add column is_uncovered boolean not null default false;

-- The latest payments of an account. It also says whether there is any, as orders_paid_of_user did.
create index if not exists orders_payments_of_user on orders (user_id, id) where paid;
drop index orders_paid_of_user;

-- Wherever a reservation ends, also on a node of the version before. The products are locked in the order of their ids, like
-- everywhere; mostly they are locked by then, since the units were just returned.
create function end_uncovered_reservation() returns trigger language plpgsql as $$
begin
  perform from products where id in (select product_id from order_lines where order_id = new.id)
  order by id for no key update;
  update products set uncovered_units = uncovered_units - line.quantity
  from order_lines as line
  where line.order_id = new.id and products.id = line.product_id;
  new.is_uncovered := false;
  return new;
end
$$;
create trigger uncovered_reservation_ends before update of held_until on orders
  for each row when (old.is_uncovered and new.held_until is null)
  execute function end_uncovered_reservation();

-- Whether accounts may place orders of the products they want, and for how long these are reserved. The reservations are locked
-- until the transaction ends: orders of one account are counted one after the other, on all nodes. In PL/pgSQL each query has a
-- snapshot of its own, so the count sees the orders that the locks waited for; within one SQL statement it would not. One query
-- counts for all accounts, since starting a query takes longer than counting a few reservations. The products and limits of each
-- account are array literals. Its limits are the orders and the lines that it may have, the seconds of a reservation, the seconds
-- within which a product is reserved for it once (0: each order anew), and whether its orders count as covered (1).
--
-- It replaces reservation_rooms() and reservation_room(), which nodes of the version before still call.
create function reservation_terms(accounts uuid[], products text[], limits text[])
returns table (
  account uuid,
  -- Unpaid orders, and their lines, that are reserved or were within the last hour.
  held_orders integer, held_lines integer,
  orders_max integer, lines_max integer,
  -- What the account's payments cover besides what it has reserved.
  covered_cents bigint,
  -- When the account began to reserve any of these products.
  began_at timestamptz, reserved_until timestamptz,
  -- Whether it may have another order, and whether that may be reserved.
  is_free boolean, is_in_time boolean
) language plpgsql volatile strict rows 1
-- Planned once: a plan for each number of accounts would take several times as long as to count.
set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  each_account uuid;
  locked text;
begin
  foreach each_account in array accounts loop
    locked := pg_advisory_xact_lock(hashtextextended('reservations ' || each_account, 0))::text;
  end loop;
  return query
  select account, held_orders, held_lines, orders_max, lines_max, covered_cents, began_at, reserved_until,
    held_orders < orders_max and held_lines + cardinality(wanted) <= lines_max,
    reserved_until > now()
  from unnest(accounts, products, limits) as asked (account, wanted_text, limits_text)
    cross join lateral (
      select wanted_text::uuid[] as wanted, limits_text::float8[] as levels offset 0
    ) as parsed
    cross join lateral (
      select levels[1]::integer as orders_max, levels[2]::integer as lines_max,
        make_interval(secs => levels[3]) as time, now() - make_interval(secs => levels[4]) as since,
        levels[4] > 0 as is_once, levels[5] > 0 as counts_as_covered
      offset 0
    ) as allowed
    -- All orders of a product share the time of the first one. A paid order has no further part in it.
    cross join lateral (
      select count(*) as orders, coalesce(sum(line_count), 0) as lines,
        coalesce(sum(total_cents), 0)::bigint as cents,
        min(held_since) filter (where is_once and held_since > since and exists (
          select from order_lines where order_id = orders.id and product_id = any (wanted))) as began
      from orders
      where user_id = account and coalesce(held_until, '-infinity') > '-infinity'
    ) as reserved
    cross join lateral (
      select count(*) filter (where is_recent) as orders,
        coalesce(sum(line_count) filter (where is_recent), 0) as lines,
        min(held_since) filter (where is_once and held_since > since and exists (
          select from order_lines where order_id = released.id and product_id = any (wanted))) as began
      from (
        select id, line_count, held_since,
          released_at > now() - interval '1 hour' and deleted_at is null as is_recent
        from orders
        where user_id = account and released_at > least(since, now() - interval '1 hour')
          and held_until is null and status = 'unpaid'
      ) as released
    ) as ended
    cross join lateral (
      select (reserved.orders + ended.orders)::integer as held_orders,
        (reserved.lines + ended.lines)::integer as held_lines,
        least(reserved.began, ended.began) as began_at
      offset 0
    ) as counted
    cross join lateral (
      select coalesce(began_at, now()) + time as reserved_until,
        case when counts_as_covered then 9223372036854775807 else (
          select coalesce(sum(kept), 0)::bigint from (
            select total_cents - (
                select coalesce(sum(amount_cents), 0) from partial_refunds
                where order_id = orders.id and refund_id is not null) as kept
            from orders
            where user_id = account and paid and coalesce(dispute, 'won') = 'won'
            -- An account with thousands of payments is asked as fast as others.
            order by id desc limit 20
          ) as payments
        ) - reserved.cents end as covered_cents
    ) as terms;
end
$$;
