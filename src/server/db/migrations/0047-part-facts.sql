-- Facts, further pictures, and the quantities in which a product is sold; null for the defaults.
alter table products
  add column if not exists brand text,
  add column if not exists minimum_order integer,
  add column if not exists pack_size integer,
  add column if not exists condition text,
  add column if not exists weight_grams integer,
  add column if not exists size_mm text,
  add column if not exists warranty_months integer,
  add column if not exists in_the_box text,
  add column if not exists img_alt text,
  add column if not exists more_pictures text;

-- No row has one yet, so that none has to be read.
alter table products
  add constraint products_minimum_order check (minimum_order > 0) not valid,
  add constraint products_pack_size check (pack_size > 0) not valid,
  add constraint products_weight check (weight_grams > 0) not valid,
  add constraint products_warranty check (warranty_months > 0) not valid;

-- The rules of the product when the order was placed. Nodes of the previous version sell ten units and more, in
-- any number, which are the defaults; their rows, and all earlier ones, pass.
alter table orders
  add column minimum_order integer not null default 10,
  add column pack_size integer not null default 1;
alter table orders
  drop constraint orders_quantity_check,
  add constraint orders_quantity check (
    minimum_order > 0 and pack_size > 0 and quantity >= minimum_order and quantity % pack_size = 0
  ) not valid;
