-- Whether a file adds its units to what there is, whatever that is by now. Unknown of files that are there.
alter table product_imports add column adds_units boolean not null default false;
-- Such a file is in the catalogue once, whatever the code above believes.
create unique index if not exists product_imports_once on product_imports (digest)
  where adds_units and state in ('applied', 'undoing');

-- Of a row that counts units: how many came to the product and left it other than by orders, when the
-- row was checked.
alter table product_import_rows add column supplied bigint;
-- Their sum is read off the index, without what was sold.
create index if not exists stock_movements_supplied on stock_movements (product_id) include (delta)
  where order_id is null;
