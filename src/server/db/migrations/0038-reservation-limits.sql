-- When the account began to reserve these units without a pause, and when they were last released.
alter table orders add column held_since timestamptz, add column released_at timestamptz;

-- Whether an account has ever paid is looked up with each order of it.
create index if not exists orders_paid_of_user on orders (user_id) where paid;
create index if not exists orders_released_of_user on orders (user_id, product_id, released_at)
  where released_at is not null;

-- The account's reservations, and those of one product. Locks them until the transaction ends: orders of one
-- account are counted one after the other, on all nodes. In PL/pgSQL each query has a snapshot of its own, so
-- the count sees the orders that the lock waited for; within one SQL statement it would not.
create function lock_reservations(
  account uuid, product uuid, pause interval,
  out has_paid boolean, out held_orders integer, out other_products integer, out held_units bigint,
  out began_at timestamptz, out free_at timestamptz
) language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('reservations ' || account, 0));
  select exists (select from orders where user_id = account and paid),
    count(*), count(distinct product_id) filter (where product_id <> product),
    coalesce(sum(quantity) filter (where product_id = product), 0)
  from orders where user_id = account and held_until is not null
  into has_paid, held_orders, other_products, held_units;
  if has_paid then return; end if;
  -- Deleting an order and placing it again continues the reservation, and so does another order of the product.
  select min(coalesce(held_since, created_at)), max(released_at) + pause
  from orders where user_id = account and product_id = product and released_at > now() - pause
  into began_at, free_at;
end
$$;

-- How many units of a product an account may reserve in addition to those it has: a share of the units that
-- it could have at most, so that several small orders come to the same as a large one.
create function reservable_units(in_stock bigint, held bigint, percent integer, smallest integer)
  returns bigint language sql immutable parallel safe as $$
  select greatest((in_stock + held) * percent / 100, smallest) - held
$$;
