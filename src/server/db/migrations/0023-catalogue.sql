-- Part numbers and kinds of products, and what finds, filters and sorts a large catalogue.
alter table products add column if not exists part_number text;
alter table products add column if not exists kind text;

-- A part number without what people write differently: case, spaces, dots and dashes. In the collation C,
-- since some languages make other letters of an i.
create or replace function part_key(part_number text) returns text
  language sql immutable strict parallel safe as $$
  select upper(regexp_replace(part_number collate "C", '[^A-Za-z0-9]', '', 'g'))
$$;
-- No row has one yet, so that none has to be read.
alter table products add constraint products_part_number check (part_key(part_number) <> '') not valid;

create unique index if not exists products_live_part_key on products (part_key(part_number))
  where archived_at is null and part_number is not null;
create index if not exists products_part_keys on products using gin (part_key(part_number) gin_trgm_ops)
  where archived_at is null and part_number is not null;

-- None of them holds the quantity, so that a sale still touches no index of the product.
create index if not exists products_live_price on products (price_cents, id) where archived_at is null;
create index if not exists products_live_kind on products (kind, id)
  where archived_at is null and kind is not null;
create index if not exists products_live_kind_price on products (kind, price_cents, id)
  where archived_at is null and kind is not null;
