-- Searching by any part of a text reads an index of its three-letter parts instead of the table.
create extension if not exists pg_trgm;

create index if not exists products_words on products
  using gin (name gin_trgm_ops, description gin_trgm_ops) where archived_at is null;
create index if not exists orders_words on orders
  using gin (name gin_trgm_ops, email gin_trgm_ops, transaction_id gin_trgm_ops)
  where deleted_at is null;
create index if not exists users_words on users using gin (email gin_trgm_ops, name gin_trgm_ops);
create index if not exists reviews_words on reviews
  using gin (name gin_trgm_ops, title gin_trgm_ops, description gin_trgm_ops);

-- Room on each page for the next state of a row, so that a sale touches no index of the product.
alter table products set (fillfactor = 80);
