-- Whether rows about parts that the shop does not have are left out of an import, and how many rows were left out. Nodes
-- of the last release take such a row for a wrong one, which they do not import either.
alter table product_imports
  add column only_known boolean not null default false,
  add column skipped_rows integer not null default 0;
alter table number_imports
  add column only_known boolean not null default false,
  add column skipped_rows integer not null default 0;
alter table fitment_imports
  add column only_known boolean not null default false,
  add column skipped_rows integer not null default 0;
-- A file with “Stock before”, which may add units, is imported as a whole.
alter table product_imports add column has_stock_before boolean not null default false;
alter table product_import_rows add column left_out boolean not null default false;
alter table number_import_rows add column left_out boolean not null default false;
alter table fitment_import_rows add column left_out boolean not null default false;
