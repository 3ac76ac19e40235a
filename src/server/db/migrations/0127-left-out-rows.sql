-- Whether rows about parts that the shop does not have are left out of an import, and how many rows were left out.
alter table product_imports
  add column only_known boolean not null default false,
  add column skipped_rows integer not null default 0;
alter table number_imports
  add column only_known boolean not null default false,
  add column skipped_rows integer not null default 0;
alter table fitment_imports
  add column only_known boolean not null default false,
  add column skipped_rows integer not null default 0;

-- Every row has one of the former outcomes, so none is read to validate the wider checks.
alter table product_import_rows drop constraint product_import_rows_outcome_check,
  add constraint product_import_rows_outcome_check
    check (outcome in ('new', 'changed', 'unchanged', 'wrong', 'skipped')) not valid;
alter table number_import_rows drop constraint number_import_rows_outcome_check,
  add constraint number_import_rows_outcome_check
    check (outcome in ('new', 'changed', 'unchanged', 'removed', 'wrong', 'skipped')) not valid;
alter table fitment_import_rows drop constraint fitment_import_rows_outcome_check,
  add constraint fitment_import_rows_outcome_check
    check (outcome in ('new', 'changed', 'unchanged', 'removed', 'replaced', 'wrong', 'skipped')) not valid;
