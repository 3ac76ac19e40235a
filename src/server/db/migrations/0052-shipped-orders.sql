-- The tab 'shipped' of all orders, by date: those shipped and those whose shipment can still be undone. Without it
-- the planner walks past all newer orders, since no other index is in this order for both.
create index if not exists orders_shipped on orders (id desc)
where deleted_at is null and (
  status = 'shipped'
  or (status = 'paid' and ship_due_at is not null and (dispute in ('inquiry', 'open')) is not true)
);
