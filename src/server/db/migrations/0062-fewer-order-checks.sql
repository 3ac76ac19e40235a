-- PostgreSQL parses the stored text of each check again for every statement that writes a row. A new order is unpaid and
-- has none of the columns of later states, so their conditions are in a function that is not called for it.
-- As in a check, null counts as true.
create function is_order_state(
  status text, transaction_id text, held_until timestamptz, deleted_at timestamptz,
  ship_due_at timestamptz, ship_actor text, carrier text, tracking_number text, reference text
) returns boolean language plpgsql immutable parallel safe as $$
begin
  return (status = 'unpaid') = (transaction_id is null)
    and (held_until is null or (status = 'unpaid' and deleted_at is null))
    and (deleted_at is null or status = 'unpaid')
    and (ship_due_at is null) = (ship_actor is null)
    and carrier ~ '^[a-z]{2,20}$'
    and tracking_number ~ '^[A-Za-z0-9-]{1,40}$'
    and (tracking_number is null or carrier is not null)
    and length(reference) between 1 and 60;
end
$$;

alter table orders
  drop constraint orders_check1,
  drop constraint orders_check2,
  drop constraint orders_check3,
  drop constraint orders_ship_actor,
  drop constraint orders_carrier,
  drop constraint orders_tracking,
  drop constraint orders_tracking_number,
  drop constraint orders_reference,
  add constraint orders_state check (
    (status = 'unpaid' and num_nonnulls(
      transaction_id, deleted_at, ship_due_at, ship_actor, carrier, tracking_number, reference) = 0)
    or is_order_state(status, transaction_id, held_until, deleted_at,
      ship_due_at, ship_actor, carrier, tracking_number, reference));

-- Null columns do not count.
alter table products
  drop constraint products_price_cents_check,
  drop constraint products_minimum_order,
  drop constraint products_pack_size,
  drop constraint products_warranty,
  drop constraint products_weight,
  add constraint products_positive check (
    least(price_cents, minimum_order, pack_size, warranty_months, weight_grams) > 0);
alter table order_lines
  drop constraint order_lines_line,
  drop constraint order_lines_unit_price,
  drop constraint order_lines_quantity,
  add constraint order_lines_positive check (
    least(line, 201 - line, unit_price_cents, minimum_order, pack_size) > 0),
  add constraint order_lines_quantity check (quantity >= minimum_order and quantity % pack_size = 0);

-- The account of a key is that of the request; each row is removed after a day. Orders and everything else that a
-- key answers for refer to the account themselves, and accounts are never removed.
alter table idempotency_keys drop constraint idempotency_keys_user_id_fkey;
