-- Constraints that release 0.2.0 added as `not valid`. Validating reads the tables once; orders and products are not
-- locked against reads or writes meanwhile.
alter table orders validate constraint orders_carrier;
alter table orders validate constraint orders_dispute;
alter table orders validate constraint orders_quantity;
alter table orders validate constraint orders_ship_actor;
alter table orders validate constraint orders_tracking;
alter table orders validate constraint orders_tracking_number;
alter table products validate constraint products_minimum_order;
alter table products validate constraint products_pack_size;
alter table products validate constraint products_warranty;
alter table products validate constraint products_weight;
alter table reviews validate constraint reviews_waiting;
