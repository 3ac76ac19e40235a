-- Reading and writing go on while a constraint is validated. Before any other migration of its version, so
-- that no lock of theirs is held meanwhile.
alter table admin_actions validate constraint admin_actions_action_check;
alter table products validate constraint products_part_number;
alter table stock_movements validate constraint stock_movements_reason_check;
alter table stock_movements validate constraint stock_movements_check;
alter table reviews validate constraint reviews_verified;
alter table orders validate constraint orders_shipping;
alter table orders validate constraint orders_total;
