-- The car that a line was ordered for, by its name of that moment, and whether the part fitted it. One check for both, since
-- PostgreSQL reads the text of each check again for every order.
alter table order_lines
  add column vehicle text,
  add column verdict text,
  add constraint order_lines_car check (
    (vehicle is null) = (verdict is null) and length(vehicle) between 1 and 120
    and verdict in ('fits', 'check', 'does-not-fit', 'universal', 'unknown')) not valid;

-- The car that a line of a cart is for, and its engine if that is known, as the keys of calls name them.
alter table cart_lines
  add column vehicle text,
  add column engine text,
  add constraint cart_lines_car check (
    length(vehicle) <= 130 and length(engine) <= 40 and (engine is null or vehicle is not null)) not valid;
alter table saved_list_lines
  add column vehicle text,
  add column engine text,
  add constraint saved_list_lines_car check (
    length(vehicle) <= 130 and length(engine) <= 40 and (engine is null or vehicle is not null)) not valid;
