-- The address book of an account. At most one address is the default.
create table addresses (
  id uuid primary key default new_id(),
  user_id uuid not null references users,
  name text not null check (length(name) between 1 and 100),
  phone text not null check (length(phone) between 10 and 40),
  company text not null check (length(company) <= 80),
  street text not null check (length(street) between 1 and 160),
  postal_code text not null check (length(postal_code) <= 16),
  town text not null check (length(town) between 1 and 80),
  region text not null check (length(region) <= 80),
  country text not null check (country ~ '^[A-Z]{2}$'),
  -- As it is printed, with the name of the country.
  printed text not null check (length(printed) between 1 and 500),
  is_default boolean not null default false
);
create index addresses_account on addresses (user_id);
create unique index addresses_default on addresses (user_id) where is_default;
create trigger refuse_erased_account before insert on addresses
  for each row execute function refuse_erased_account();

-- The fields of a delivery address, where they are known. What is printed stays in delivery_address.
alter table orders add column delivery_place jsonb;

-- A new text has no fields unless they come with it. So the fields are never those of another address, even when a node of the
-- release before changes or removes the text.
create function keep_delivery_place() returns trigger language plpgsql as $$
begin
  if new.delivery_place is not distinct from old.delivery_place then
    new.delivery_place := null;
  end if;
  return new;
end
$$;
create trigger keep_delivery_place before update of delivery_address on orders
  for each row when (
    old.delivery_place is not null and new.delivery_address is distinct from old.delivery_address)
  execute function keep_delivery_place();

create trigger guard_delivery_place before update of delivery_place on orders
  for each row when (
    new.delivery_place is distinct from old.delivery_place
    and new.delivery_address is not distinct from old.delivery_address)
  execute function guard_delivery();
