-- The cars of an account that asked to keep them there. Without it they are in the browser alone.
create table garages (
  user_id uuid primary key references users,
  cars jsonb not null check (jsonb_array_length(cars) <= 20),
  -- Another one after each change, so that two devices do not overwrite each other.
  version uuid not null default new_id(),
  updated_at timestamptz not null default now()
);
create trigger refuse_erased_account before insert on garages
  for each row execute function refuse_erased_account();
