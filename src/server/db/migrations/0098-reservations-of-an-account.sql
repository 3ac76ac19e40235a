-- The reservations of an account. Its condition is that of no other index: with `held_until is not null` PostgreSQL chose the index
-- `orders_held` as well while it knew of no reservations, and each new order read those of all accounts.
create index if not exists orders_reserved_of_user on orders (user_id)
  where coalesce(held_until, '-infinity') > '-infinity';
drop index orders_held_of_user;

-- As in 0096-rooms-of-many-accounts.sql, which explains the locks, but for that condition.
create or replace function reservation_rooms(accounts uuid[], products text[], limits text[])
returns table (
  account uuid,
  has_paid boolean, held_orders integer, held_lines integer, other_products integer,
  -- Of the wanted products, in their order.
  held_units bigint[],
  began_at timestamptz, free_at timestamptz,
  orders_max integer, lines_max integer, products_max integer,
  -- How many of the wanted products may exceed the share of their stock, and that share: all of it if each of them may.
  full_max integer, percent integer,
  reserved_until timestamptz, is_free boolean
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
  select account, has_paid, held_orders, held_lines, other_products, held_units, began_at, free_at,
    orders_max, lines_max, products_max, full_max, percent, reserved_until,
    held_orders < orders_max
      and held_lines + cardinality(wanted) <= lines_max
      and other_products + cardinality(wanted) <= products_max
      and reserved_until > now()
  from unnest(accounts, products, limits) as asked (account, wanted_text, limits_text)
    cross join lateral (
      select wanted_text::uuid[] as wanted, limits_text::float8[] as levels offset 0
    ) as parsed
    cross join lateral (
      select exists (select from orders where user_id = account and paid) as has_paid offset 0
    ) as payments
    cross join lateral (
      select count(*)::integer as held_orders, coalesce(sum(line_count), 0)::integer as held_lines
      from orders
      where user_id = account and coalesce(held_until, '-infinity') > '-infinity'
    ) as counted
    -- After a payment neither products nor their shares are limited.
    cross join lateral (
      with held as materialized (
        select product_id, order_lines.quantity as units
        from orders join order_lines on order_id = orders.id
        where user_id = account and coalesce(held_until, '-infinity') > '-infinity'
          and held_lines > 0 and not has_paid
      )
      select count(distinct product_id) filter (where product_id <> all (wanted))::integer as other_products,
        array(
          select (select coalesce(sum(units), 0) from held where product_id = product.id)
          from unnest(wanted) with ordinality as product (id, line) order by product.line
        ) as held_units
      from held
    ) as products
    -- Deleting an order and placing it again continues the reservation, and so does another order of the product.
    cross join lateral (
      select min(coalesce(held_since, created_at)) as began_at,
        max(released_at) + make_interval(secs => levels[13]) as free_at
      from orders
      where user_id = account and released_at > now() - make_interval(secs => levels[13]) and not has_paid
        and exists (
          select from order_lines where order_id = orders.id and product_id = any (wanted))
    ) as released
    cross join lateral (select case when has_paid then 6 else 0 end as level offset 0) as chosen
    cross join lateral (
      select levels[level + 1]::integer as orders_max, levels[level + 2]::integer as lines_max,
        levels[level + 3]::integer as products_max,
        greatest(levels[level + 4] - other_products, 0)::integer as full_max,
        coalesce(began_at, now()) + make_interval(secs => levels[level + 6]) as reserved_until
      offset 0
    ) as allowed
    cross join lateral (
      select case when full_max >= cardinality(wanted) then 100 else levels[level + 5]::integer end as percent
    ) as shared;
end
$$;

-- For nodes of the version before.
create or replace function reservation_room(
  account uuid, wanted uuid[], limits float8[],
  out has_paid boolean, out held_orders integer, out held_lines integer, out other_products integer,
  out held_units bigint[],
  out began_at timestamptz, out free_at timestamptz,
  out orders_max integer, out lines_max integer, out products_max integer,
  out full_max integer, out percent integer,
  out reserved_until timestamptz, out is_free boolean
) language sql volatile as $$
  select has_paid, held_orders, held_lines, other_products, held_units, began_at, free_at,
    orders_max, lines_max, products_max, full_max, percent, reserved_until, is_free
  from reservation_rooms(array[account], array[wanted::text], array[limits::text])
$$;
