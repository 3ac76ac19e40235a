-- PostgreSQL parses the stored text of each check again for every statement that writes a row. A new order is unpaid,
-- without a shipment, so the conditions of later states are in functions that are not called for it.
create function is_order_state(
  status text, transaction_id text, held_until timestamptz, deleted_at timestamptz
) returns boolean language plpgsql immutable parallel safe as $$
begin
  return (status = 'unpaid') = (transaction_id is null)
    and (held_until is null or (status = 'unpaid' and deleted_at is null))
    and (deleted_at is null or status = 'unpaid');
end
$$;

-- As in a check, null counts as true.
create function is_shipment_state(
  ship_due_at timestamptz, ship_actor text, carrier text, tracking_number text
) returns boolean language plpgsql immutable parallel safe as $$
begin
  return (ship_due_at is null) = (ship_actor is null)
    and carrier ~ '^[a-z]{2,20}$'
    and tracking_number ~ '^[A-Za-z0-9-]{1,40}$'
    and (tracking_number is null or carrier is not null);
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
  add constraint orders_state check (
    (status = 'unpaid' and transaction_id is null and deleted_at is null)
    or is_order_state(status, transaction_id, held_until, deleted_at)),
  add constraint orders_shipment check (
    num_nonnulls(ship_due_at, ship_actor, carrier, tracking_number) = 0
    or is_shipment_state(ship_due_at, ship_actor, carrier, tracking_number));

-- The account of a key is that of the request; each row is removed after a day. Orders and everything else that a
-- key answers for refer to the account themselves, and accounts are never removed.
alter table idempotency_keys drop constraint idempotency_keys_user_id_fkey;
