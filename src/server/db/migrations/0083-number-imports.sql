-- Files of numbers that admins import. Apart from `product_imports`, whose jobs of earlier releases would take them for
-- catalogue files.
create table number_imports (
  id uuid primary key default new_id(),
  user_id uuid not null references users,
  file_name text not null,
  mode text not null check (mode in ('replace', 'add')),
  state text not null default 'reading' check (state in
    ('reading', 'checked', 'applying', 'applied', 'undoing', 'undone')),
  new_rows integer not null default 0,
  changed_rows integer not null default 0,
  removed_rows integer not null default 0,
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
create index number_imports_open on number_imports (created_at) where state in ('applying', 'undoing');

-- The rows of a file, and on line 0 the numbers that the import removes.
create table number_import_rows (
  import_id uuid not null references number_imports,
  line integer not null,
  part integer not null default 0,
  -- As in the file, cut to a length, and folded for comparisons.
  part_number text not null,
  part_key text not null,
  kind text check (kind in ('oem', 'interchange', 'replaced', 'barcode')),
  brand text,
  number text,
  key text generated always as (part_key(number)) stored,
  successor text,
  successor_key text,
  product_id uuid,
  successor_id uuid,
  -- Null until the check.
  outcome text check (outcome in ('new', 'changed', 'unchanged', 'removed', 'wrong')),
  -- What it changes, as shown: column, before, after.
  changes jsonb not null default '[]',
  problem text,
  primary key (import_id, line, part)
);
create index number_import_rows_of_outcome on number_import_rows (import_id, outcome, line, part)
  where outcome is not null;

-- The products that an import changes: their numbers and successor before and after it.
create table number_import_products (
  import_id uuid not null references number_imports,
  product_id uuid not null references products,
  before jsonb not null,
  after jsonb not null,
  -- Why the undo left the product as it was.
  note text,
  primary key (import_id, product_id)
);

-- The numbers of a product and its successor as one value, the same for the same numbers.
create function numbers_of(product uuid) returns jsonb language sql stable parallel safe as $$
  select jsonb_build_object(
    'numbers', (
      select coalesce(jsonb_agg(jsonb_build_array(kind, brand, number)
        order by kind, brand collate "C", key collate "C"), '[]')
      from product_numbers where product_id = product),
    'replaced_by', (select replaced_by from products where id = product))
$$;
