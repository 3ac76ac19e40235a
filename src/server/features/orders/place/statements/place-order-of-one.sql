with terms as materialized (
  select * from reservation_terms(
    array[:userId::uuid], array[(array[:product::uuid])::text], array[:limits::text])
), taken as (
  update products set quantity = quantity - :quantity::integer,
    uncovered_units = uncovered_units
      + case when (select not (:totalCents::bigint <= covered_cents) from terms) then :quantity::integer else 0 end,
    beyond_half_at = case
      when (select not (:totalCents::bigint <= covered_cents) from terms)
        and uncovered_units + :quantity::integer > (quantity + uncovered_units) / 2
        then now()
      else beyond_half_at end
  where id = :product::uuid and archived_at is null and quantity >= :quantity::integer
    and (select is_free and is_in_time from terms)
    and :quantity::int >= ((greatest(coalesce(minimum_order, 10), (price_cents + 49) / price_cents)
      + coalesce(pack_size, 1) - 1) / coalesce(pack_size, 1) * coalesce(pack_size, 1))
    and :quantity::int % coalesce(pack_size, 1) = 0
    and (not (select not (:totalCents::bigint <= covered_cents) from terms)
      or (not uncovered_units + :quantity::integer > (quantity + uncovered_units) / 2
        or uncovered_units + :quantity::integer
          <= ((greatest(coalesce(minimum_order, 10), (price_cents + 49) / price_cents)
            + coalesce(pack_size, 1) - 1) / coalesce(pack_size, 1) * coalesce(pack_size, 1))
          and coalesce(beyond_half_at, '-infinity') < now() - interval '1 day'))
    and is_agreed_total(
      :totalCents::bigint,
      (case when breaks is null then price_cents
        else (line_price(price_cents, breaks, :quantity::integer, null, 0, null)).cents end)::bigint * :quantity::integer,
      price_cents::bigint * :quantity::integer,
      :shippingCents::bigint, 10000)
  returning
    1 as line, id, :quantity::integer as units, name, img, part_number, price_cents,
    case when breaks is null then price_cents
      else (line_price(price_cents, breaks, :quantity::integer, null, 0, null)).cents end as unit_cents,
    case when breaks is not null
      then (line_price(price_cents, breaks, :quantity::integer, null, 0, null)).origin end as price_from,
    coalesce(minimum_order, 10) as minimum, coalesce(pack_size, 1) as pack,
    :vehicle::text as vehicle, :verdict::text as verdict, :orderedAs::text as ordered_as
), placed as (
  insert into orders (
    id, user_id, email, name, parts, line_count, quantity,
    total_cents, shipping_cents, reference,
    held_since, held_until, released_at, is_uncovered,
    delivery_name, delivery_phone, delivery_address, delivery_place)
  select new_id(), :userId, :email, taken.name,
    part_number,
    1, units,
    unit_cents::bigint * units
      + case when unit_cents::bigint * units > 10000 then 0 else :shippingCents::bigint end,
    case when unit_cents::bigint * units > 10000 then 0 else :shippingCents::bigint end, :reference,
    coalesce(began_at, now()), reserved_until, null::timestamptz,
    (select not (:totalCents::bigint <= covered_cents) from terms),
    person.name, person.phone, person.address, person.place
  from taken cross join terms
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
  select placed.id, line, taken.id, name, img, part_number,
    unit_cents, nullif(price_cents, unit_cents), price_from, units, minimum,
    pack, vehicle, verdict, ordered_as
  from placed, taken
), stored as (
  insert into idempotency_keys (user_id, key, request_hash, answer)
  select :userId, :key::text, :hash, jsonb_build_object('insertedId', id)
  from placed where :key is not null
)
select id as "insertedId" from placed;
