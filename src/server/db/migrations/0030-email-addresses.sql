-- An address is found from its beginning, whatever language the database sorts by.
create index if not exists users_by_email on users (email text_pattern_ops);
create index if not exists orders_by_email on orders (email text_pattern_ops) where deleted_at is null;
