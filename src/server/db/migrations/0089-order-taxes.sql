-- Taxes of an order, fixed when it is placed. Orders of shops without taxes, and of the release before, have none.
alter table orders
  -- The area and its rates, what they come to on shipping, and whether prices include them or the buyer is exempt.
  add column tax jsonb,
  -- Part of the total beside goods and shipping: negative if it was taken off prices that include taxes.
  add column tax_added_cents integer not null default 0;
-- Cents of each rate, in the order of the rates.
alter table order_lines add column taxes integer[];
alter table partial_refund_lines add column taxes integer[];

-- The tax of each rate on an amount, rounded half up: the same rule as `taxesOn` in src/contract/taxes/tax-lines.ts. Rates are
-- thousandths of a percent.
create function taxes_of(cents bigint, rates integer[], is_included boolean)
returns integer[] language sql immutable parallel safe as $$
  select coalesce(array_agg(((2 * cents * rate + whole) / (2 * whole))::integer order by n), '{}')
  from unnest(rates) with ordinality as listed (rate, n) cross join (
    select 100000 + case when is_included then coalesce(sum(rate), 0) else 0 end as whole
    from unnest(rates) as included (rate)
  ) as sums
$$;

create function sum_of(numbers integer[]) returns bigint language sql immutable parallel safe as $$
  select coalesce(sum(number), 0)::bigint from unnest(numbers) as listed (number)
$$;

-- Goods, shipping and taxes of an order: `taxes` are those of its goods, `sign` says whether they are added (1), taken off (-1) or
-- part of the prices (0).
create function taxed_total(
  goods bigint, taxes bigint, shipping bigint, rates integer[], is_included boolean, sign integer
) returns bigint language sql immutable parallel safe as $$
  select goods + shipping + sign * (taxes + sum_of(taxes_of(shipping, rates, is_included)))
$$;

-- What the taxes of an order change in its total, by those of its lines.
create function tax_added(tax jsonb, of_lines bigint) returns bigint language sql immutable parallel safe as $$
  select case when tax is null then 0 else
    case when not (tax ->> 'included')::boolean then 1 when (tax ->> 'exempt')::boolean then -1 else 0 end
    * (coalesce(of_lines, 0) + (select coalesce(sum(cents::bigint), 0) from jsonb_array_elements_text(tax -> 'shipping') as listed (cents)))
  end::bigint
$$;

create or replace function guard_order() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'orders are never removed' using errcode = 'restrict_violation';
  end if;
  if (new.user_id, new.name, new.line_count, new.quantity, new.total_cents, new.shipping_cents, new.created_at,
      new.tax, new.tax_added_cents)
    is distinct from
    (old.user_id, old.name, old.line_count, old.quantity, old.total_cents, old.shipping_cents, old.created_at,
      old.tax, old.tax_added_cents) then
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

-- As before, with taxes: the total has those that are added, and they are those of the lines and of shipping.
create or replace function check_order_lines() returns trigger language plpgsql as $$
declare
  wrong uuid;
begin
  perform
  from added left join orders on orders.id = order_id and line = 1 and line_count = 1
    and orders.quantity = added.quantity and orders.name = added.name
    and total_cents = unit_price_cents::bigint * added.quantity + shipping_cents
    and tax is null and tax_added_cents = 0
  where orders.id is null limit 1;
  if not found then return null; end if;
  select order_id into wrong
  from (
    select order_id, count(*) as lines, sum(quantity) as units,
      sum(unit_price_cents::bigint * quantity) as goods, max(line) as last_line,
      max(name) filter (where line = 1) as first_name, sum(sum_of(taxes)) as taxes
    from added group by order_id) as sums
    left join orders on orders.id = order_id
  where (line_count, orders.quantity, total_cents, orders.name, last_line, tax_added_cents) is distinct from
    (lines, units, goods + shipping_cents + tax_added_cents, order_name(first_name, lines), lines,
      tax_added(tax, taxes::bigint))
  limit 1;
  if found then
    raise exception 'order % violates the sums of its lines', wrong using errcode = 'check_violation';
  end if;
  return null;
end
$$;
