-- Orders are found by the beginning of the buyer's own order number, ignoring case. Few orders have one, and the others
-- have no entry.
create index if not exists orders_by_reference on orders (lower(reference) text_pattern_ops)
  where reference is not null and deleted_at is null;
