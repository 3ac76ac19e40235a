-- Files of fitments that admins import. Apart from `product_imports`, whose jobs of earlier releases would take them
-- for catalogue files.
create table fitment_imports (
  id uuid primary key default new_id(),
  user_id uuid not null references users,
  file_name text not null,
  mode text not null check (mode in ('replace', 'add')),
  state text not null default 'reading' check (state in
    ('reading', 'checking', 'failed', 'checked', 'applying', 'applied', 'undoing', 'undone')),
  new_rows integer not null default 0,
  changed_rows integer not null default 0,
  removed_rows integer not null default 0,
  unchanged_rows integer not null default 0,
  wrong_rows integer not null default 0,
  parts integer not null default 0,
  kept_parts integer not null default 0,
  kept_rows integer not null default 0,
  -- Of the work under way, from 0 to 1.
  progress double precision not null default 0,
  problem text,
  -- The most frequent problems of its rows, with their numbers of rows.
  problems jsonb not null default '[]',
  request_id text,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);
create index fitment_imports_open on fitment_imports (created_at)
  where state in ('checking', 'applying', 'undoing');

-- The fitments of a file, and on line 0 those that the import removes.
create table fitment_import_rows (
  import_id uuid not null references fitment_imports,
  line integer not null,
  -- Ranges of years of the line; on line 0 the number of the removed fitment.
  part integer not null,
  -- Of a changed row: the number of the fitment that it replaces.
  replaces integer,
  model_id integer,
  -- Of the row in `fitments`.
  fitment_id bigint,
  product_id uuid,
  year_from smallint,
  year_to smallint,
  decilitres smallint,
  cylinders smallint,
  per_car smallint,
  is_universal boolean not null default false,
  -- Null until the check; `replaced` are removed ones that a changed row replaces.
  outcome text check (outcome in ('new', 'changed', 'unchanged', 'removed', 'replaced', 'wrong')),
  fuel text,
  position text,
  note text,
  -- As in the file, cut to a length, and folded for comparisons.
  part_number text,
  part_key text,
  make text,
  make_key text,
  model text,
  model_key text,
  problem text,
  primary key (import_id, line, part)
);
create index fitment_import_rows_of_outcome on fitment_import_rows (import_id, outcome, line, part)
  where outcome is not null;

-- The products that an import changes.
create table fitment_import_products (
  import_id uuid not null references fitment_imports,
  product_id uuid not null references products,
  was_universal boolean not null,
  becomes_universal boolean not null,
  fitments_before integer not null,
  fitments_after integer not null,
  -- Sums of hashes of its fitments, at the check and after the import.
  digest_before text not null,
  digest_after text,
  -- Why the undo left the product as it was.
  note text,
  primary key (import_id, product_id)
);

-- An import holds this lock alone while it compares and writes, so that no other change is between the two. Reading
-- and selling need no such lock.
create function wait_for_fitment_import() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtext('fitments'));
  return case when tg_level = 'ROW' then new end;
end
$$;
create trigger wait_for_fitment_import before insert or update or delete on fitments
  for each statement execute function wait_for_fitment_import();
create trigger universal_waits_for_fitment_import before update of is_universal on products
  for each row when (new.is_universal is distinct from old.is_universal)
  execute function wait_for_fitment_import();
