-- What an account may still reserve of the wanted products, and its reservations, which are locked until the transaction
-- ends: orders of one account are counted one after the other, on all nodes. In PL/pgSQL each query has a snapshot of its
-- own, so the count sees the orders that the lock waited for; within one SQL statement it would not. The declaration
-- takes the lock without a query. The limits are six numbers before the first payment, six after it, and the pause.
drop function reservation_room(uuid, uuid[], float8[]);
create function reservation_room(
  account uuid, wanted uuid[], limits float8[],
  out has_paid boolean, out held_orders integer, out held_lines integer, out other_products integer,
  -- Of the wanted products, in their order.
  out held_units bigint[],
  out began_at timestamptz, out free_at timestamptz,
  out orders_max integer, out lines_max integer, out products_max integer,
  -- How many of the wanted products may exceed the share of their stock, and that share: all of it if each of them may.
  out full_max integer, out percent integer,
  out reserved_until timestamptz, out is_free boolean
) language plpgsql volatile as $$
declare
  locked constant text := pg_advisory_xact_lock(hashtextextended('reservations ' || account, 0))::text;
  pause constant interval := make_interval(secs => limits[13]);
  level integer := 0;
begin
  select exists (select from orders where user_id = account and paid),
    count(*), coalesce(sum(line_count), 0)
  from orders where user_id = account and held_until is not null
  into has_paid, held_orders, held_lines;
  other_products := 0;
  -- After a payment neither products nor their shares are limited.
  if has_paid then
    level := 6;
  else
    if held_lines > 0 then
      with held as materialized (
        select product_id, order_lines.quantity as units
        from orders join order_lines on order_id = orders.id
        where user_id = account and held_until is not null
      )
      select count(distinct product_id) filter (where product_id <> all (wanted)), array(
          select (select coalesce(sum(units), 0) from held where product_id = product.id)
          from unnest(wanted) with ordinality as product (id, line) order by product.line)
      from held into other_products, held_units;
    end if;
    -- Deleting an order and placing it again continues the reservation, and so does another order of the product.
    select min(coalesce(held_since, created_at)), max(released_at) + pause
    from orders
    where user_id = account and released_at > now() - pause and exists (
      select from order_lines where order_id = orders.id and product_id = any (wanted))
    into began_at, free_at;
  end if;
  orders_max := limits[level + 1];
  lines_max := limits[level + 2];
  products_max := limits[level + 3];
  full_max := greatest(limits[level + 4] - other_products, 0);
  percent := case when full_max >= cardinality(wanted) then 100 else limits[level + 5] end;
  reserved_until := coalesce(began_at, now()) + make_interval(secs => limits[level + 6]);
  is_free := held_orders < orders_max
    and held_lines + cardinality(wanted) <= lines_max
    and other_products + cardinality(wanted) <= products_max
    and reserved_until > now();
end
$$;
