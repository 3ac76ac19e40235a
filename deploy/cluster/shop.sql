-- Run once, as the superuser on the primary. The timeouts are those that the shop requests; a pooler
-- drops them, so the role sets them.
create role shop login password 'shop-password';
alter role shop set statement_timeout = '5s';
alter role shop set lock_timeout = '2s';
alter role shop set idle_in_transaction_session_timeout = '5s';
create database shop owner shop;
