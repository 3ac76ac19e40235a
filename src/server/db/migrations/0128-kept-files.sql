-- The bytes of files of products and of numbers, as of those of fitments: while rows of them can be corrected. Nodes of
-- the last release purge imports without knowing these tables.
create table product_import_pieces (
  import_id uuid not null references product_imports on delete cascade,
  piece integer not null,
  bytes bytea not null,
  primary key (import_id, piece)
);
create table number_import_pieces (
  import_id uuid not null references number_imports on delete cascade,
  piece integer not null,
  bytes bytea not null,
  primary key (import_id, piece)
);
