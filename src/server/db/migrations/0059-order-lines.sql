-- What was bought: 1 to 200 lines for each order, each product once, as it was when the order was placed.
create table order_lines (
  order_id uuid not null,
  line smallint not null,
  product_id uuid not null,
  name text not null,
  img text not null,
  part_number text,
  unit_price_cents integer not null,
  quantity integer not null,
  minimum_order integer not null,
  pack_size integer not null
);

-- Constraints and indexes follow the rows, so that a million orders take seconds.
insert into order_lines
select id, 1, product_id, name, img, part_number, unit_price_cents, quantity, minimum_order, pack_size
from orders;

alter table order_lines
  add primary key (order_id, line),
  -- Also finds the orders of a product.
  add constraint order_lines_once unique (product_id, order_id),
  add constraint order_lines_line check (line between 1 and 200),
  add constraint order_lines_unit_price check (unit_price_cents > 0),
  add constraint order_lines_quantity check (
    minimum_order > 0 and pack_size > 0 and quantity >= minimum_order and quantity % pack_size = 0),
  add foreign key (product_id) references products;

create trigger order_lines_append_only before update or delete or truncate on order_lines
  for each statement execute function refuse_change();

-- The name of an order by its first line: "Brake Pad Set and 39 more".
create function order_name(first_line text, lines bigint) returns text language sql immutable parallel safe as $$
  select case when lines > 1 then first_line || ' and ' || lines - 1 || ' more' else first_line end
$$;

-- The header keeps sums of its lines, so that lists need not read them. Indexes and constraints of dropped columns
-- are dropped with them.
alter table orders
  drop column product_id,
  drop column img,
  drop column unit_price_cents,
  drop column minimum_order,
  drop column pack_size,
  add column line_count smallint not null default 1,
  -- Refers to the first line: an order without lines is refused.
  add column first_line smallint not null default 1,
  -- The buyer's own order number.
  add column reference text,
  add constraint orders_reference check (length(reference) between 1 and 60);
-- Searched beside the name: the part number of one line, or names and part numbers of several.
alter table orders rename column part_number to parts;
alter table orders
  alter column line_count drop default,
  add constraint orders_first_line foreign key (id, first_line)
    references order_lines (order_id, line);
create index if not exists orders_released_of_user on orders (user_id, released_at) where released_at is not null;

create or replace function guard_order() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'orders are never removed' using errcode = 'restrict_violation';
  end if;
  if (new.user_id, new.name, new.line_count, new.quantity, new.total_cents, new.shipping_cents, new.created_at)
    is distinct from
    (old.user_id, old.name, old.line_count, old.quantity, old.total_cents, old.shipping_cents, old.created_at) then
    raise exception 'what was ordered never changes' using errcode = 'restrict_violation';
  end if;
  if old.transaction_id is not null and new.transaction_id is distinct from old.transaction_id then
    raise exception 'a paid order keeps its payment' using errcode = 'restrict_violation';
  end if;
  if (old.status, new.status) not in (
    ('unpaid', 'unpaid'), ('unpaid', 'paid'), ('unpaid', 'refunded'),
    ('paid', 'paid'), ('paid', 'shipped'), ('paid', 'refunded'),
    ('shipped', 'shipped'), ('shipped', 'refunded'), ('refunded', 'refunded')) then
    raise exception 'an order does not go from % to %', old.status, new.status
      using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

-- Compares new lines with the header of their order, which is there already or inserted by the same statement. All
-- lines of an order are inserted at once, so a line that is added later differs from the sums.
create function check_order_lines() returns trigger language plpgsql as $$
declare
  wrong uuid;
begin
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
create trigger check_order_lines after insert on order_lines
  referencing new table as added for each statement execute function check_order_lines();

-- A movement of an order belongs to one of its lines.
drop index stock_movements_once;
create unique index if not exists stock_movements_once on stock_movements (order_id, product_id, hold_round, reason)
  where order_id is not null;
alter table stock_movements
  drop constraint stock_movements_order_id_fkey,
  add constraint stock_movements_line foreign key (product_id, order_id)
    references order_lines (product_id, order_id);

-- The account's reservations, and those of the wanted products. Locks them until the transaction ends: orders of one
-- account are counted one after the other, on all nodes. In PL/pgSQL each query has a snapshot of its own, so
-- the count sees the orders that the lock waited for; within one SQL statement it would not.
drop function lock_reservations(uuid, uuid, interval);
create function lock_reservations(
  account uuid, wanted uuid[], pause interval,
  out has_paid boolean, out held_orders integer, out held_lines integer, out other_products integer,
  -- Of the wanted products, in their order.
  out held_units bigint[],
  out began_at timestamptz, out free_at timestamptz
) language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('reservations ' || account, 0));
  select exists (select from orders where user_id = account and paid),
    count(*), coalesce(sum(line_count), 0)
  from orders where user_id = account and held_until is not null
  into has_paid, held_orders, held_lines;
  other_products := 0;
  -- After a payment neither products nor their shares are limited.
  if has_paid then return; end if;
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
end
$$;

-- Earlier releases read columns that are gone. At their start they refuse a database with a migration that they do
-- not know among their own, and name it; tests run migrations without this table.
do $$
begin
  if to_regclass('kysely_migration') is not null then
    insert into kysely_migration (name, timestamp)
    values ('0000-needs-release-0.3.0', '1970-01-01T00:00:00.000Z') on conflict do nothing;
  end if;
end
$$;
