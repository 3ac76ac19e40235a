with terms as materialized (
  select * from reservation_terms(
    array[:userId::uuid], array[(:products::uuid[])::text], array[:limits::text])
), locked as materialized (
  select products.id, line, units, quantity as in_stock, uncovered_units, beyond_half_at,
    name, img, part_number, price_cents, vehicle, verdict, ordered_as,
    case when breaks is null then price_cents
      else (line_price(price_cents, breaks, units, null, 0, null)).cents end as unit_cents,
    case when breaks is not null
      then (line_price(price_cents, breaks, units, null, 0, null)).origin end as price_from,
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
  where archived_at is null and (select is_free from terms)
  order by products.id for no key update of products
), agreed as materialized (
  select lines, units, goods, not is_covered as is_uncovered,
    is_in_time and (is_covered or is_in_bound) as is_reserved
  from (
    select count(*) as lines, sum(units) as units,
      sum(unit_cents::bigint * units)::bigint as goods,
      sum(price_cents::bigint * units)::bigint as list_goods,
      bool_and(is_fine) as is_fine, bool_and(is_in_bound) as is_in_bound
    from locked
  ) as sums cross join (
    select is_in_time, (:totalCents::bigint <= covered_cents) as is_covered from terms
  ) as allowed
  where lines = cardinality(:products::uuid[]) and is_fine
    and is_agreed_total(
      :totalCents::bigint,
      goods,
      list_goods,
      :shippingCents::bigint, 10000)
    and true
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
    delivery_name, delivery_phone, delivery_address, delivery_place)
  select new_id(), :userId, :email, order_name(first.name, agreed.lines),
    (select string_agg(concat_ws(' ', name, part_number), e'\n' order by line) from locked),
    agreed.lines, agreed.units,
    goods
      + case when goods > 10000 then 0 else :shippingCents::bigint end,
    case when goods > 10000 then 0 else :shippingCents::bigint end, :reference,
    case when is_reserved then coalesce(began_at, now()) end,
    case when is_reserved then reserved_until end,
    case when not is_reserved then now() end,
    is_reserved and is_uncovered,
    person.name, person.phone, person.address, person.place
  from agreed join locked as first on first.line = 1 cross join terms
    left join lateral (
      select
        coalesce(saved.name, users.name) as name, coalesce(saved.phone, profiles.phone) as phone,
        coalesce(saved.printed, profiles.address) as address,
        case when saved.id is not null then jsonb_build_object(
          'company', saved.company, 'street', street, 'postalCode', postal_code, 'town', town,
          'region', region, 'country', country) end as place
      from users left join profiles on profiles.user_id = users.id
        left join addresses as saved on saved.user_id = users.id and is_default
      where users.id = :userId and (saved.id is not null or profiles.user_id is not null)
    ) as person on true
  returning id
), lined as (
  insert into order_lines (
    order_id, line, product_id, name, img, part_number,
    unit_price_cents, list_price_cents, price_from, quantity, minimum_order,
    pack_size, vehicle, verdict, ordered_as)
  select placed.id, line, locked.id, name, img, part_number,
    unit_cents, nullif(price_cents, unit_cents), price_from, units, minimum,
    pack, vehicle, verdict, ordered_as
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
