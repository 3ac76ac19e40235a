-- What each product cost and since when. Only ever added to, by triggers, whoever changes a price.
create table product_prices (
  id bigint generated always as identity primary key,
  product_id uuid not null references products,
  price_cents integer not null,
  valid_from timestamptz not null
);
create index product_prices_of_product on product_prices (product_id, valid_from, id);

-- What came before this history is read off the orders; the price of today holds from now on.
insert into product_prices (product_id, price_cents, valid_from)
select product_id, price_cents, valid_from
from (
  select *, lag(price_cents) over (partition by product_id order by valid_from) as before
  from (
    select product_id, unit_price_cents as price_cents, created_at as valid_from from orders
    union all
    select id, price_cents, now() from products
  ) as known
) as change
where before is distinct from price_cents
order by valid_from;

create trigger product_prices_append_only before update or delete or truncate on product_prices
  for each statement execute function refuse_change();

create function record_first_prices() returns trigger language plpgsql as $$
begin
  insert into product_prices (product_id, price_cents, valid_from)
  select id, price_cents, created_at from added;
  return null;
end
$$;
create trigger record_first_prices after insert on products
  referencing new table as added
  for each statement execute function record_first_prices();

-- The time of the change itself, under the product's lock: its transaction may have begun before
-- the last order at the old price. Statements that leave the price alone never come here.
create function record_new_price() returns trigger language plpgsql as $$
begin
  insert into product_prices (product_id, price_cents, valid_from)
  values (new.id, new.price_cents, clock_timestamp());
  return null;
end
$$;
create trigger record_new_price after update of price_cents on products
  for each row when (old.price_cents <> new.price_cents)
  execute function record_new_price();

-- The lowest id that new_id() can have given out at this time or later.
create function id_since(at timestamptz) returns uuid language sql immutable parallel safe as $$
  select rpad(lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0'), 32, '0')::uuid
$$;

-- What was added lately is found without an index as large as the table: rows lie in order of time.
create index if not exists order_events_by_time on order_events using brin (created_at)
  with (pages_per_range = 16, autosummarize = on);
create index if not exists stock_movements_by_time on stock_movements using brin (created_at)
  with (pages_per_range = 16, autosummarize = on);

-- The log of admin rights begins with those who had them before it: each admin has a grant from now on.
insert into admin_actions (actor, action, target, before, after)
select 'command-line', 'grant-admin', id, '{}', '{"role": "admin"}' from users
where role = 'admin' and not exists (
  select from admin_actions where target = users.id and action = 'grant-admin');
create index if not exists users_admins on users (id) where role = 'admin';

-- Jobs that run once over all nodes: when they are due again, and what the last run found.
create table job_runs (
  name text primary key,
  due_at timestamptz not null,
  finished_at timestamptz,
  outcome jsonb
);
