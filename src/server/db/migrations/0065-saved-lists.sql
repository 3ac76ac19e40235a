-- A cart that an account keeps under a name, to fill its cart with it again.
create table saved_lists (
  id uuid primary key default new_id(),
  user_id uuid not null references users,
  name text not null check (length(name) between 1 and 60),
  saved_at timestamptz not null default now()
);
create unique index saved_lists_name on saved_lists (user_id, lower(name));
create trigger refuse_erased_account before insert on saved_lists
  for each row execute function refuse_erased_account();

create table saved_list_lines (
  list_id uuid not null references saved_lists on delete cascade,
  -- From 1, in the order of the cart.
  line integer not null check (line > 0),
  product_id uuid not null references products,
  quantity integer not null check (quantity between 1 and 1000000),
  primary key (list_id, product_id)
);
