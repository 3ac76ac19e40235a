-- What a customer deleted unpaid, newest first: shown to them where they ask for it.
create index if not exists orders_cancelled on orders (user_id, id desc) where deleted_at is not null;
