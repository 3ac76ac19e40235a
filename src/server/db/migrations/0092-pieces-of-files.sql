-- The bytes of a file of fitments, from its upload until the job has stored its rows.
create table fitment_import_pieces (
  import_id uuid not null references fitment_imports,
  piece integer not null,
  bytes bytea not null,
  primary key (import_id, piece)
);
-- Written and read once: compressing would take longer than writing.
alter table fitment_import_pieces alter column bytes set storage external;
