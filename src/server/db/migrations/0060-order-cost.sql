-- An order writes less: nothing that its mail or its history can read elsewhere. Indexes on the tables that every order
-- writes, with their queries:
--   orders_pkey                 one order; all orders, newest first; mails about new orders
--   orders_transaction_id_key   the order of a payment (not written before the payment)
--   orders_of_user              My Order
--   orders_cancelled            My Order, Cancelled (not written by an order)
--   orders_by_status            Manage All Orders, its tabs and counts
--   orders_by_code              a search for the code of an order
--   orders_held                 reservations that have expired
--   orders_held_of_user         the reservations of an account
--   orders_by_email             a search for the beginning of an address
--   orders_words                a search for words of parts, addresses and transactions
--   orders_with_person          contacts to remove after years
--   order_lines_pkey            the lines of an order
--   order_lines_once            the orders of a product; movements of stock refer to it
--   stock_movements_once        a reservation is returned once
--   stock_movements_sums        the movements of a product
--   stock_movements_by_time     the invariants of the last minutes (BRIN)
--   idempotency_keys_pkey       the answer of a key
--   idempotency_keys_by_time    keys to remove after a day (BRIN)

-- The primary key finds the newest orders; few of them are deleted.
drop index orders_live;
-- Orders are found by each of their parts.
drop index orders_words;
create index if not exists orders_words on orders
  using gin (name gin_trgm_ops, parts gin_trgm_ops, email gin_trgm_ops, transaction_id gin_trgm_ops)
  where deleted_at is null;
alter table orders drop constraint orders_transaction_id_key;
create unique index if not exists orders_transaction_id_key on orders (transaction_id)
  where transaction_id is not null;
-- Each update of a product's stock evaluates its checks; a function is parsed for it again. The condition is the same.
alter table products
  drop constraint products_part_number,
  add constraint products_part_number check (part_number collate "C" ~ '[A-Za-z0-9]');
-- No query reads movements by their number.
alter table stock_movements drop constraint stock_movements_pkey;
drop index idempotency_keys_age;
create index if not exists idempotency_keys_by_time on idempotency_keys using brin (created_at)
  with (pages_per_range = 16, autosummarize = on);

-- The header is the record of placing an order: its time, and its account. The history begins after it.
alter table order_events disable trigger order_events_append_only;
delete from order_events where kind = 'placed';
alter table order_events enable trigger order_events_append_only;
alter table order_events
  drop constraint order_events_kind_check,
  add constraint order_events_kind_check check (kind in (
    'lapsed', 'held', 'paid', 'shipped', 'deleted', 'restored', 'refunded', 'partly-refunded'));
drop trigger order_events_mail on order_events;
create trigger order_events_mail after insert on order_events
  for each row when (new.kind in ('lapsed', 'paid', 'shipped', 'refunded', 'partly-refunded'))
  execute function ask_for_order_mail();

-- Mails about new orders are asked for by their job, which reads the orders since its last run.
create table order_mail_progress (
  is_only boolean primary key default true check (is_only),
  placed_until timestamptz not null
);
insert into order_mail_progress (placed_until) values (now());
