-- Prices from a number of units on, as pairs {from, cents, from, cents …}: quantities rise, prices fall. Null without any.
-- Nodes of the previous version change prices without them, so a rung may be above the price of the product: it has no
-- effect then, since the lowest price applies.
alter table products add column breaks integer[];
alter table product_prices add column breaks integer[];

create function is_ladder(breaks integer[]) returns boolean language plpgsql immutable parallel safe as $$
begin
  if cardinality(breaks) not between 2 and 20 or cardinality(breaks) % 2 <> 0 or array_ndims(breaks) <> 1
    or array_position(breaks, null) is not null or breaks[1] < 2 then
    return false;
  end if;
  for i in 1 .. cardinality(breaks) / 2 loop
    if breaks[2 * i] < 1 or i > 1 and (
      breaks[2 * i - 1] <= breaks[2 * i - 3] or breaks[2 * i] >= breaks[2 * i - 2]) then
      return false;
    end if;
  end loop;
  return true;
end
$$;

create function refuse_ladder() returns trigger language plpgsql as $$
begin
  raise exception 'breaks of product % are no ladder', new.id using errcode = 'check_violation';
end
$$;
-- Not a check constraint, which every change of a stock would evaluate.
create trigger products_ladder after insert or update of breaks on products
  for each row when (new.breaks is not null and not is_ladder(new.breaks)) execute function refuse_ladder();

-- The lowest price of a ladder that this many units reach, and the fewest units that reach it; nulls if there is none.
create function reached_rung(ladder integer[], units integer, out cents integer, out since integer)
language plpgsql immutable parallel safe as $$
begin
  for i in 1 .. coalesce(cardinality(ladder), 0) / 2 loop
    if ladder[2 * i - 1] <= units and (
      cents is null or (ladder[2 * i], ladder[2 * i - 1]) < (cents, since)) then
      cents := ladder[2 * i];
      since := ladder[2 * i - 1];
    end if;
  end loop;
end
$$;

-- The same rule as `pricesOnList` in src/contract/prices/unit-price.ts. `points` are hundredths of a percent.
create function account_ladder(price integer, breaks integer[], points integer, own integer[])
returns integer[] language sql immutable parallel safe as $$
  select array_agg(case when n % 2 = 1 then value
    else greatest(1, (value::bigint * (10000 - points) + 5000) / 10000)::integer end order by n) || own
  from unnest(array[1, price] || breaks) with ordinality as rung (value, n)
$$;

-- The same rule as `linePrice` there: what a unit costs in a line, and where that comes from (null: the price of one unit).
create function line_price(
  price integer, breaks integer[], units integer, list text, points integer, own integer[],
  out cents integer, out origin text
) language plpgsql immutable parallel safe as $$
declare
  rung record := reached_rung(breaks, units);
begin
  cents := price;
  if rung.cents < cents then
    cents := rung.cents;
    origin := 'from ' || rung.since;
  end if;
  if list is null then return; end if;
  rung := reached_rung(account_ladder(price, breaks, points, own), units);
  if rung.cents < cents then
    cents := rung.cents;
    origin := list || case when rung.since > 1 then ', from ' || rung.since else '' end;
  end if;
end
$$;

create or replace function record_first_prices() returns trigger language plpgsql as $$
begin
  insert into product_prices (product_id, price_cents, breaks, valid_from)
  select id, price_cents, breaks, created_at from added;
  return null;
end
$$;
create or replace function record_new_price() returns trigger language plpgsql as $$
begin
  insert into product_prices (product_id, price_cents, breaks, valid_from)
  values (new.id, new.price_cents, new.breaks, clock_timestamp());
  return null;
end
$$;
drop trigger record_new_price on products;
create trigger record_new_price after update of price_cents, breaks on products
  for each row when (old.price_cents <> new.price_cents or old.breaks is distinct from new.breaks)
  execute function record_new_price();

-- Prices of some accounts: a part of the public prices, and prices of their own for products.
create table price_lists (
  id uuid primary key default new_id(),
  name text not null check (length(name) between 1 and 60),
  percent_off numeric(4, 2) not null default 0 check (percent_off between 0 and 90),
  -- Of the goods of an order.
  min_order_cents integer not null default 0 check (min_order_cents >= 0),
  created_at timestamptz not null default now()
);
create unique index price_lists_name on price_lists (lower(name));

create table list_prices (
  price_list uuid not null references price_lists on delete cascade,
  product_id uuid not null references products,
  min_quantity integer not null check (min_quantity >= 1),
  price_cents integer not null check (price_cents >= 1),
  primary key (price_list, product_id, min_quantity)
);
create index list_prices_of_product on list_prices (product_id);

alter table users add column price_list uuid references price_lists;
create index if not exists users_of_price_list on users (price_list) where price_list is not null;

-- The public price of one unit, if the line has a lower one, and where that comes from: 'from 100' is the product's
-- ladder, 'Workshops' or 'Workshops, from 50' a price list.
alter table order_lines
  add column list_price_cents integer,
  add column price_from text,
  drop constraint order_lines_positive,
  add constraint order_lines_positive check (
    least(line, 201 - line, unit_price_cents, minimum_order, pack_size, list_price_cents - unit_price_cents) > 0
    and num_nulls(list_price_cents, price_from) <> 1) not valid;
