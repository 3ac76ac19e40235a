-- A shipment can be undone until it is due: an admin has marked the order as shipped, and the status changes when the
-- customer is written to. Nodes of the previous version see a paid order until then.
alter table orders
  add column ship_due_at timestamptz,
  -- The account of the admin.
  add column ship_actor text,
  -- One of the carriers of the code, which has their links.
  add column carrier text,
  add column tracking_number text,
  -- The customer is asked for a missing delivery address once.
  add column address_asked_at timestamptz,
  add constraint orders_ship_actor check ((ship_due_at is null) = (ship_actor is null)) not valid,
  add constraint orders_carrier check (carrier ~ '^[a-z]{2,20}$') not valid,
  add constraint orders_tracking check (tracking_number is null or carrier is not null) not valid,
  add constraint orders_tracking_number
    check (tracking_number ~ '^[A-Za-z0-9-]{1,40}$') not valid;
create index if not exists orders_ship_due on orders (ship_due_at) where ship_due_at is not null;

-- Changes of shipments. Not part of order_events: nodes of the previous version read those, and know no such kinds.
create table shipment_events (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders,
  kind text not null check (kind in ('undone', 'stopped', 'tracking', 'address-asked')),
  actor text not null,
  details jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create index shipment_events_of_order on shipment_events (order_id);
create trigger shipment_events_append_only before update or delete or truncate on shipment_events
  for each statement execute function refuse_change();
