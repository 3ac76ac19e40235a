-- The admin's list of products that were taken out of the shop.
create index if not exists products_archived on products (id desc) where archived_at is not null;

-- Units that an admin added, wrote off or counted. Rows that are there kept a stricter rule.
alter table stock_movements
  drop constraint stock_movements_reason_check,
  drop constraint stock_movements_check,
  add constraint stock_movements_reason_check
    check (reason in ('received', 'corrected', 'held', 'released')) not valid,
  add constraint stock_movements_check
    check ((reason in ('received', 'corrected')) = (order_id is null)) not valid;

-- Files of products that admins import, and what each row of them does.
create table product_imports (
  id uuid primary key default new_id(),
  user_id uuid not null references users,
  file_name text not null,
  state text not null default 'reading' check (state in
    ('reading', 'checked', 'applying', 'applied', 'undoing', 'undone')),
  new_rows integer not null default 0,
  changed_rows integer not null default 0,
  unchanged_rows integer not null default 0,
  wrong_rows integer not null default 0,
  kept_rows integer not null default 0,
  -- Of the work under way.
  done_rows integer not null default 0,
  problem text,
  request_id text,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);
create index product_imports_open on product_imports (created_at) where state in ('applying', 'undoing');

create table product_import_rows (
  import_id uuid not null references product_imports,
  -- Where the row begins in the file.
  line integer not null,
  outcome text not null check (outcome in ('new', 'changed', 'unchanged', 'wrong')),
  name text not null,
  product_id uuid,
  -- The columns that change, without the stock; of a new product all of them.
  before jsonb not null default '{}',
  after jsonb not null default '{}',
  -- The stock that was seen, and by how much it changes.
  stock integer not null default 0,
  delta integer not null default 0,
  problems text[] not null default '{}',
  note text,
  primary key (import_id, line)
);
create index product_import_rows_of_outcome on product_import_rows (import_id, outcome, line);
create index product_import_rows_of_product on product_import_rows (import_id, product_id);

-- The audit log is read newest first: of everybody, of one admin, of one kind, of one target.
create index if not exists admin_actions_of_actor on admin_actions (actor, id desc);
create index if not exists admin_actions_of_kind on admin_actions (action, id desc);
create index if not exists admin_actions_newest_of_target on admin_actions (target, id desc);
drop index admin_actions_of_target;
