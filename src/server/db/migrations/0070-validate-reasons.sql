-- 0067 added the constraint as `not valid`. Validating reads the movements once, which stay open to reads and writes meanwhile.
alter table stock_movements validate constraint stock_movements_reason_check;
