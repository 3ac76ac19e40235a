-- The cart of an account: parts that it may order together. Nothing is reserved; placing an order is what reserves.
-- Each line changes by itself, so that changes by two devices merge.
create table cart_lines (
  user_id uuid not null references users,
  product_id uuid not null references products,
  quantity integer not null check (quantity between 1 and 1000000),
  -- The price at which the buyer last saw the part, so that a change since then can be shown.
  seen_price_cents integer not null check (seen_price_cents > 0),
  -- Lines stay in the order in which they were added.
  position bigint generated always as identity,
  changed_at timestamptz not null default now(),
  primary key (user_id, product_id)
);
-- The hourly removal of old lines.
create index cart_lines_changed on cart_lines (changed_at);
create trigger refuse_erased_account before insert on cart_lines
  for each row execute function refuse_erased_account();
