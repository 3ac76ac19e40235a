-- Parts that fit every car are a list of their own, and few.
create index if not exists products_of_every_car on products (id) where is_universal and archived_at is null;
