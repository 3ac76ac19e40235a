-- Where an order goes: kept on the order, so that a later change of the profile does not move it.
-- Orders of clients that never heard of it have none.
alter table orders
  add column delivery_name text,
  add column delivery_phone text,
  add column delivery_address text,
  add constraint orders_delivery_whole
    check (num_nulls(delivery_name, delivery_phone, delivery_address) in (0, 3));

-- What was paid for goes where the buyer said when paying. Only a missing address is added later.
create function guard_delivery() returns trigger language plpgsql as $$
begin
  if old.status = 'unpaid' or (old.status = 'paid' and old.delivery_address is null) then
    return new;
  end if;
  raise exception 'a paid order keeps its delivery address' using errcode = 'restrict_violation';
end
$$;
create trigger guard_delivery before update of delivery_name, delivery_phone, delivery_address on orders
  for each row when (
    (new.delivery_name, new.delivery_phone, new.delivery_address) is distinct from
    (old.delivery_name, old.delivery_phone, old.delivery_address))
  execute function guard_delivery();
