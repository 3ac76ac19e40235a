-- Once, as the superuser on the primary. The limits are those the shop asks for by itself; a pooler
-- drops them, so its role has them.
create role shop login password 'shop-password';
alter role shop set statement_timeout = '5s';
alter role shop set lock_timeout = '2s';
alter role shop set idle_in_transaction_session_timeout = '5s';
create database shop owner shop;
