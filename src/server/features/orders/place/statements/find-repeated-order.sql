select id as "insertedId" from orders
where user_id = :userId and line_count = cardinality(:products::uuid[])
  and is_agreed_total(
    :totalCents::bigint,
    total_cents,
    (select goods + case when goods > 10000 then 0 else :shippingCents::bigint end
      from (
        select sum(cents)::bigint as goods
        from (
          select coalesce(list_price_cents, unit_price_cents)::bigint * quantity as cents
          from order_lines where order_id = orders.id) as line) as listed),
    0, 0)
  and reference is not distinct from :reference
  and status = 'unpaid' and deleted_at is null and created_at > now() - interval '5 seconds'
  and not exists (
    select from unnest(:products::uuid[], :quantities::integer[], :vehicles::text[])
      as wanted (product_id, units, vehicle)
    where not exists (
      select from order_lines
      where order_id = orders.id and order_lines.product_id = wanted.product_id
        and order_lines.quantity = units
        and order_lines.vehicle is not distinct from wanted.vehicle))
order by id desc limit 1;
