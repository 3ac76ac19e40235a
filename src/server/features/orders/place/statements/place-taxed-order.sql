with terms as materialized (
  select * from reservation_terms(
    array[:userId::uuid], array[(:products::uuid[])::text], array[:limits::text])
), list as materialized (
  select price_lists.id as list_id, price_lists.name as list_name, min_order_cents,
    (percent_off * 100)::integer as points
  from users left join price_lists on email_verified and price_lists.id = price_list
  where users.id = :userId
), locked as materialized (
  select products.id, line, units, quantity as in_stock, uncovered_units, beyond_half_at,
    name, img, part_number, price_cents, vehicle, verdict, ordered_as,
    (line_price(price_cents, breaks, units, list_name, points, own.pairs)).cents as unit_cents,
    (line_price(price_cents, breaks, units, list_name, points, own.pairs)).origin as price_from,
    coalesce(minimum_order, 10) as minimum, coalesce(pack_size, 1) as pack,
    quantity >= units
      and units::int >= ((greatest(coalesce(minimum_order, 10), (price_cents + 49) / price_cents)
        + coalesce(pack_size, 1) - 1) / coalesce(pack_size, 1) * coalesce(pack_size, 1))
      and units::int % coalesce(pack_size, 1) = 0 as is_fine,
    (not uncovered_units + units > (quantity + uncovered_units) / 2
      or uncovered_units + units
        <= ((greatest(coalesce(minimum_order, 10), (price_cents + 49) / price_cents)
          + coalesce(pack_size, 1) - 1) / coalesce(pack_size, 1) * coalesce(pack_size, 1))
        and coalesce(beyond_half_at, '-infinity') < now() - interval '1 day') as is_in_bound
  from unnest(:products::uuid[], :quantities::integer[], :vehicles::text[],
      :verdicts::text[], :orderedAs::text[])
      with ordinality as wanted (product_id, units, vehicle, verdict, ordered_as, line)
    join products on products.id = product_id
    cross join list cross join lateral (
      select array_agg(value order by min_quantity, n) as pairs
      from list_prices
        cross join lateral (values (1, min_quantity), (2, list_prices.price_cents)) as pair (n, value)
      where list_prices.price_list = list_id and list_prices.product_id = wanted.product_id
    ) as own
  where archived_at is null and (select is_free from terms)
  order by products.id for no key update of products
), agreed as materialized (
  select lines, units, goods, not is_covered as is_uncovered,
    is_in_time and (is_covered or is_in_bound) as is_reserved, goods_taxes
  from (
    select count(*) as lines, sum(units) as units,
      sum(unit_cents::bigint * units)::bigint as goods,
      sum(price_cents::bigint * units)::bigint as list_goods,
      (sum(sum_of(taxes_of(unit_cents::bigint * units, :rates::integer[], :isIncluded::boolean)))
        filter (where unit_cents::bigint * units <= 2147483647))::bigint as goods_taxes,
      (sum(sum_of(taxes_of(price_cents::bigint * units, :rates::integer[], :isIncluded::boolean)))
        filter (where price_cents::bigint * units <= 2147483647))::bigint as list_taxes,
      bool_and(is_fine) as is_fine, bool_and(is_in_bound) as is_in_bound
    from locked
  ) as sums cross join (
    select is_in_time, (:totalCents::bigint <= covered_cents) as is_covered from terms
  ) as allowed
  where lines = cardinality(:products::uuid[]) and is_fine
    and is_agreed_total(
      :totalCents::bigint,
      taxed_total(goods, goods_taxes,
        case when goods > 10000 then 0 else :shippingCents::bigint end,
        :shippingRates::integer[], :isIncluded::boolean, :sign::integer),
      taxed_total(list_goods, list_taxes,
        case when list_goods > 10000 then 0 else :shippingCents::bigint end,
        :shippingRates::integer[], :isIncluded::boolean, :sign::integer),
      0, 0)
    and taxed_total(goods, goods_taxes,
      case when goods > 10000 then 0 else :shippingCents::bigint end,
      :shippingRates::integer[], :isIncluded::boolean, :sign::integer) >= 50
    and goods >= (select coalesce(greatest(min_order_cents, 50), 0) from list)
), taken as (
  update products set quantity = locked.in_stock - locked.units,
    uncovered_units = locked.uncovered_units
      + case when is_uncovered then locked.units else 0 end,
    beyond_half_at = case
      when is_uncovered
        and locked.uncovered_units + locked.units > (locked.in_stock + locked.uncovered_units) / 2
        then now()
      else locked.beyond_half_at end
  from locked, agreed where products.id = locked.id and is_reserved
), placed as (
  insert into orders (
    id, user_id, email, name, parts, line_count, quantity,
    total_cents, shipping_cents, reference,
    held_since, held_until, released_at, is_uncovered,
    delivery_name, delivery_phone, delivery_address, delivery_place, tax, tax_added_cents)
  select new_id(), :userId, :email, order_name(first.name, agreed.lines),
    (select string_agg(concat_ws(' ', name, part_number), e'\n' order by line) from locked),
    agreed.lines, agreed.units,
    taxed_total(goods, goods_taxes,
      case when goods > 10000 then 0 else :shippingCents::bigint end,
      :shippingRates::integer[], :isIncluded::boolean, :sign::integer),
    case when goods > 10000 then 0 else :shippingCents::bigint end, :reference,
    case when is_reserved then coalesce(began_at, now()) end,
    case when is_reserved then reserved_until end,
    case when not is_reserved then now() end,
    is_reserved and is_uncovered,
    person.name, person.phone, person.address, place,
    :tax::jsonb || jsonb_build_object('shipping',
      to_jsonb(taxes_of(case when goods > 10000 then 0 else :shippingCents::bigint end,
        :shippingRates::integer[], :isIncluded::boolean))),
    taxed_total(goods, goods_taxes,
      case when goods > 10000 then 0 else :shippingCents::bigint end,
      :shippingRates::integer[], :isIncluded::boolean, :sign::integer)
      - goods - case when goods > 10000 then 0 else :shippingCents::bigint end
  from agreed join locked as first on first.line = 1 cross join terms
    left join lateral (
      select :delivery::jsonb ->> 'name' as name, :delivery::jsonb ->> 'phone' as phone,
        :delivery::jsonb ->> 'address' as address, :delivery::jsonb -> 'place' as place
      where :delivery::jsonb is not null
    ) as person on true
  returning id
), lined as (
  insert into order_lines (
    order_id, line, product_id, name, img, part_number,
    unit_price_cents, list_price_cents, price_from, quantity, minimum_order,
    pack_size, vehicle, verdict, ordered_as, taxes)
  select placed.id, line, locked.id, name, img, part_number,
    unit_cents, nullif(price_cents, unit_cents), price_from, units, minimum,
    pack, vehicle, verdict, ordered_as,
    taxes_of(unit_cents::bigint * units, :rates::integer[], :isIncluded::boolean)
  from placed, locked
), returned as (
  insert into stock_movements (product_id, order_id, hold_round, delta, reason)
  select locked.id, placed.id, 1, locked.units, 'released'
  from placed, locked, agreed where not is_reserved
), noted as (
  insert into order_events (order_id, kind, actor, details)
  select id, 'lapsed', 'shop', '{"reserved": false}' from placed, agreed where not is_reserved
), stored as (
  insert into idempotency_keys (user_id, key, request_hash, answer)
  select :userId, :key::text, :hash, jsonb_build_object('insertedId', id)
  from placed where :key is not null
)
select id as "insertedId" from placed;
