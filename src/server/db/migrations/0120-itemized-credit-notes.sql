-- A credit note lists all that it refunds, the rest of an order too, and shipping. Those that are issued stay as they were printed.
alter table credit_notes add column if not exists is_itemized boolean not null default false;
alter table credit_notes alter column is_itemized set default true;
