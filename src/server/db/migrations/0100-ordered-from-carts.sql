-- Which order took a part out of a cart, so that another device, which still shows the part, learns of it before it orders the
-- part again. Any other change of the line removes the row.
create table ordered_from_carts (
  user_id uuid not null references users,
  product_id uuid not null references products,
  order_id uuid not null references orders,
  ordered_at timestamptz not null default now(),
  primary key (user_id, product_id)
);
-- The hourly removal of old rows.
create index ordered_from_carts_age on ordered_from_carts (ordered_at);
create trigger refuse_erased_account before insert on ordered_from_carts
  for each row execute function refuse_erased_account();
