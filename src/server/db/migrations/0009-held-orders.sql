-- How many orders an account keeps units for is counted with each new one.
create index if not exists orders_held_of_user on orders (user_id) where held_until is not null;
