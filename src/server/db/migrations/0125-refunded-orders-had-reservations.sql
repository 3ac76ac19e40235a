-- An order whose payment came too late for its units is refunded. Its reservation was one all the same: two accounts that
-- let go and pay for what the other has just taken kept a product whole, since each could reserve it again at once.
create or replace function reservation_terms(accounts uuid[], products text[], limits text[])
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
          and held_until is null and status in ('unpaid', 'refunded')
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
