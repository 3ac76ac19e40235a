select id, quantity as units, total_cents, created_at from orders
where user_id = :userId and line_count = cardinality(:products::uuid[])
  and deleted_at is null and status <> 'refunded'
  and created_at > now() - interval '10 minutes'
  and not exists (
    select from unnest(:products::uuid[], :quantities::integer[])
      as wanted (product_id, units)
    where not exists (
      select from order_lines as line
      where line.order_id = orders.id and line.product_id = wanted.product_id
        and line.quantity = units))
order by id desc limit 20;
