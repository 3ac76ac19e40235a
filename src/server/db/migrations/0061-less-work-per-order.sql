-- The same ids as one expression, which PostgreSQL evaluates within the statement instead of calling a function: 48 bits
-- of milliseconds, the version, 12 bits of the next smaller unit, and random bits.
create or replace function new_id() returns uuid language sql volatile parallel safe as $$
  select (
    overlay(lpad(to_hex((extract(epoch from clock_timestamp()) * 4096000)::bigint), 15, '0') placing '7' from 13 for 0)
    || substring(gen_random_uuid()::text from 20))::uuid
$$;

-- What an account may still reserve of the wanted products, and its reservations, which are locked until the transaction
-- ends: orders of one account are counted one after the other, on all nodes. In PL/pgSQL each query has a snapshot of its
-- own, so the count sees the orders that the lock waited for; within one SQL statement it would not. The declaration
-- takes the lock without a query. The limits are five numbers before the first payment, five after it, and the pause.
drop function lock_reservations(uuid, uuid[], interval);
create function reservation_room(
  account uuid, wanted uuid[], limits float8[],
  out has_paid boolean, out held_orders integer, out held_lines integer, out other_products integer,
  -- Of the wanted products, in their order.
  out held_units bigint[],
  out began_at timestamptz, out free_at timestamptz,
  out orders_max integer, out lines_max integer, out products_max integer, out percent integer,
  out reserved_until timestamptz, out is_free boolean
) language plpgsql volatile as $$
declare
  locked constant text := pg_advisory_xact_lock(hashtextextended('reservations ' || account, 0))::text;
  pause constant interval := make_interval(secs => limits[11]);
  level integer := 0;
begin
  select exists (select from orders where user_id = account and paid),
    count(*), coalesce(sum(line_count), 0)
  from orders where user_id = account and held_until is not null
  into has_paid, held_orders, held_lines;
  other_products := 0;
  -- After a payment neither products nor their shares are limited.
  if has_paid then
    level := 5;
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
  percent := limits[level + 4];
  reserved_until := coalesce(began_at, now()) + make_interval(secs => limits[level + 5]);
  is_free := held_orders < orders_max
    and held_lines + cardinality(wanted) <= lines_max
    and other_products + cardinality(wanted) <= products_max
    and reserved_until > now();
end
$$;

-- As before; the line of an order of one line is compared without sums.
create or replace function check_order_lines() returns trigger language plpgsql as $$
declare
  wrong uuid;
begin
  perform
  from added left join orders on orders.id = order_id and line = 1 and line_count = 1
    and orders.quantity = added.quantity and orders.name = added.name
    and total_cents = unit_price_cents::bigint * added.quantity + shipping_cents
  where orders.id is null limit 1;
  if not found then return null; end if;
  select order_id into wrong
  from (
    select order_id, count(*) as lines, sum(quantity) as units,
      sum(unit_price_cents::bigint * quantity) as goods, max(line) as last_line,
      max(name) filter (where line = 1) as first_name
    from added group by order_id) as sums
    left join orders on orders.id = order_id
  where (line_count, orders.quantity, total_cents, orders.name, last_line) is distinct from
    (lines, units, goods + shipping_cents, order_name(first_name, lines), lines)
  limit 1;
  if found then
    raise exception 'order % violates the sums of its lines', wrong using errcode = 'check_violation';
  end if;
  return null;
end
$$;
