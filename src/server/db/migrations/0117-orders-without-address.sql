-- The paid orders whose customers are still to be asked for a delivery address: few, and looked for every second.
create index if not exists orders_without_address on orders (id)
  where status = 'paid' and delivery_address is null and address_asked_at is null;
