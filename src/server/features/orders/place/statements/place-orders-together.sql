with wanted as materialized (
  select distinct on (user_id) *
  from unnest(:userIds::uuid[], :emails::text[], :products::uuid[],
      :quantities::integer[], :totalCents::bigint[], :limits::text[], :keys::text[],
      :hashes::text[], :shippingCents::bigint[], :references::text[],
      :vehicles::text[], :verdicts::text[], :orderedAs::text[])
    with ordinality as wanted (user_id, email, product_id,
      units, total, limits, key,
      hash, shipping, reference,
      vehicle, verdict, ordered_as, place)
  where (select set_config('lock_timeout', :lockTimeout, true)) is not null
  order by user_id, place
), unlocked as materialized (
  select * from wanted where pg_try_advisory_xact_lock(hashtextextended('reservations ' || user_id, 0))
), terms as materialized (
  select unlocked.*, new_id() as id, terms.*, not (total <= covered_cents) as is_uncovered
  from (
    select terms.* from (
      select array_agg(user_id) as accounts, array_agg(array[product_id]::text) as products,
        array_agg(limits) as limits
      from unlocked
    ) as asked cross join lateral reservation_terms(accounts, products, limits) as terms
  ) as terms join unlocked on user_id = account
), locked as materialized (
  select id as product_id, quantity as in_stock, uncovered_units as uncovered_before, beyond_half_at,
    name, img, part_number, price_cents, breaks, minimum_order, pack_size
  from products where id = any (:products::uuid[]) and archived_at is null
  for no key update of products skip locked
), summed as (
  select terms.*, in_stock, uncovered_before, beyond_half_at,
    name, img, part_number, price_cents, minimum_order, pack_size,
    case when breaks is null then price_cents
      else (line_price(price_cents, breaks, units, null, 0, null)).cents end as unit_cents,
    case when breaks is not null
      then (line_price(price_cents, breaks, units, null, 0, null)).origin end as price_from,
    -- What the orders before leave.
    in_stock - sum(units) over before + units as quantity,
    uncovered_before + coalesce(sum(units) filter (where is_uncovered) over before, 0)
      - case when is_uncovered then units else 0 end as uncovered_units
  from terms join locked using (product_id)
  where is_free and is_in_time and units <= in_stock
    and units::int >= ((greatest(coalesce(minimum_order, 10), (price_cents + 49) / price_cents)
      + coalesce(pack_size, 1) - 1) / coalesce(pack_size, 1) * coalesce(pack_size, 1))
    and units::int % coalesce(pack_size, 1) = 0
    and is_agreed_total(
      total,
      (case when breaks is null then price_cents
        else (line_price(price_cents, breaks, units, null, 0, null)).cents end)::bigint * units,
      price_cents::bigint * units,
      shipping, 10000)
    and not exists (
      select from idempotency_keys as known
      where known.user_id = terms.user_id and known.key = terms.key)
  window before as (partition by product_id order by place)
), taken as materialized (
  select *, 1 as line, coalesce(minimum_order, 10) as minimum, coalesce(pack_size, 1) as pack
  from summed where quantity >= units
    and (not is_uncovered
      or (not uncovered_units + units > (quantity + uncovered_units) / 2
        or uncovered_units + units
          <= ((greatest(coalesce(minimum_order, 10), (price_cents + 49) / price_cents)
            + coalesce(pack_size, 1) - 1) / coalesce(pack_size, 1) * coalesce(pack_size, 1))
          and coalesce(beyond_half_at, '-infinity') < now() - interval '1 day'))
), sold as (
  update products set quantity = sums.in_stock - units,
    uncovered_units = uncovered_before + uncovered,
    beyond_half_at = case when is_beyond_half then now() else sums.beyond_half_at end
  from (
    select product_id, in_stock, uncovered_before, beyond_half_at, sum(units)::integer as units,
      coalesce(sum(units) filter (where is_uncovered), 0)::integer as uncovered,
      bool_or(is_uncovered and uncovered_units + units > (quantity + uncovered_units) / 2) as is_beyond_half
    from taken group by product_id, in_stock, uncovered_before, beyond_half_at
  ) as sums where id = product_id
), placed as (
  insert into orders (
    id, user_id, email, name, parts, line_count, quantity,
    total_cents, shipping_cents, reference,
    held_since, held_until, released_at, is_uncovered,
    delivery_name, delivery_phone, delivery_address, delivery_place)
  select taken.id, taken.user_id, email, taken.name,
    part_number,
    1, units,
    unit_cents::bigint * units
      + case when unit_cents::bigint * units > 10000 then 0 else shipping end,
    case when unit_cents::bigint * units > 10000 then 0 else shipping end, reference,
    coalesce(began_at, now()), reserved_until, null::timestamptz,
    is_uncovered,
    person.name, person.phone, person.address, person.place
  from taken
    left join lateral (
      select
        coalesce(saved.name, users.name) as name, coalesce(saved.phone, profiles.phone) as phone,
        coalesce(saved.printed, profiles.address) as address,
        case when saved.id is not null then jsonb_build_object(
          'company', saved.company, 'street', street, 'postalCode', postal_code, 'town', town,
          'region', region, 'country', country) end as place
      from users left join profiles on profiles.user_id = users.id
        left join addresses as saved on saved.user_id = users.id and is_default
      where users.id = taken.user_id and (saved.id is not null or profiles.user_id is not null)
    ) as person on true
  returning id
), lined as (
  insert into order_lines (
    order_id, line, product_id, name, img, part_number,
    unit_price_cents, list_price_cents, price_from, quantity, minimum_order,
    pack_size, vehicle, verdict, ordered_as)
  select id, line, product_id, name, img, part_number,
    unit_cents, nullif(price_cents, unit_cents), price_from, units, minimum,
    pack, vehicle, verdict, ordered_as
  from taken
), stored as (
  insert into idempotency_keys (user_id, key, request_hash, answer)
  select user_id, key, hash, jsonb_build_object('insertedId', id)
  from taken
)
select place, id as "insertedId" from taken;
