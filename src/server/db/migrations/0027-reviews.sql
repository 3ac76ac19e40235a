-- A review may be about a product, be written by somebody who bought it, and be taken from sight.
alter table reviews add column if not exists product_id uuid references products;
alter table reviews add column if not exists is_verified boolean not null default false;
alter table reviews add column if not exists hidden_at timestamptz;
-- No row breaks it yet, so that none has to be read.
alter table reviews add constraint reviews_verified check (not is_verified or product_id is not null) not valid;

create index if not exists reviews_of_product on reviews (product_id, id)
  where product_id is not null and hidden_at is null;
