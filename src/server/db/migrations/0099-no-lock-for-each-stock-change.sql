-- With a trigger before each row PostgreSQL locks every changed row of `products` a second time, whichever columns change, and so
-- for each order. Before the statement a change also waits for an import without the lock of a product that the import needs.
drop trigger universal_waits_for_fitment_import on products;
create trigger universal_waits_for_fitment_import before update of is_universal on products
  for each statement execute function wait_for_fitment_import();
