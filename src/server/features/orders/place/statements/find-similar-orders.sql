select id, quantity as units, total_cents, reference, created_at, shared
from orders
cross join lateral (
  select array_agg(product_id) as shared from order_lines
  where order_id = orders.id and product_id = any (:list::uuid[])) as line
where user_id = :userId and deleted_at is null and status <> 'refunded'
  and created_at > now() - interval '10 minutes'
  and 2 * cardinality(shared) > least(line_count, cardinality(:list::uuid[]))
order by id desc;
