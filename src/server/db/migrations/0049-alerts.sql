-- A customer who waits until a product can be ordered again. One mail ends it.
create table stock_alerts (
  id bigint generated always as identity primary key,
  product_id uuid not null references products,
  user_id uuid not null references users,
  unsubscribe_token text not null unique,
  asked_at timestamptz not null default now(),
  -- When the mail went into the outbox. The row stays for a while, since its link unsubscribes.
  mailed_at timestamptz,
  constraint stock_alerts_once unique (user_id, product_id)
);
create index stock_alerts_waiting on stock_alerts (product_id, id) where mailed_at is null;
create index stock_alerts_mailed on stock_alerts (product_id, mailed_at) where mailed_at is not null;
create trigger refuse_erased_account before insert on stock_alerts
  for each row execute function refuse_erased_account();

-- Products with a low-stock level of their own, and those that the owner was informed about. Not columns of products:
-- a sale changes that row.
create table stock_watch (
  product_id uuid primary key references products,
  -- Null stands for the level of the settings, 0 for none.
  low_level integer check (low_level between 0 and 1000000),
  -- When the owner was informed; null while enough units are left.
  alerted_at timestamptz,
  -- When enough units were left again without a delivery, for example after a reservation has expired.
  recovered_at timestamptz
);

-- Paid orders that the owner is to be informed about, whichever version of the code records the payment.
create table owner_notices (
  order_id uuid primary key references orders,
  created_at timestamptz not null default now()
);
create function ask_for_owner_notice() returns trigger language plpgsql as $$
begin
  insert into owner_notices (order_id) values (new.order_id) on conflict do nothing;
  return null;
end
$$;
create trigger order_events_owner_notice after insert on order_events
  for each row when (new.kind = 'paid') execute function ask_for_owner_notice();
