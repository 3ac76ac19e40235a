-- What an order keeps of the day it was placed: what sending it costs, and the part's number. Nodes of
-- the version before charge nothing for sending and write down no number.
alter table orders
  add column shipping_cents integer not null default 0,
  add column part_number text;

-- The total holds the shipping, so that it never changes either: the guard of orders keeps the rest of
-- the sum. What was placed before is right by the constraint that goes, so that no row has to be read.
alter table orders
  drop constraint orders_check,
  add constraint orders_shipping check (shipping_cents >= 0) not valid,
  add constraint orders_total
    check (total_cents = unit_price_cents::bigint * quantity + shipping_cents) not valid;
