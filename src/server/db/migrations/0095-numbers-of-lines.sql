-- The number that a line was ordered by, if it is not the part's own. It is copied from the numbers of products, which are
-- checked, so that no order pays for another check.
alter table order_lines add column ordered_as text;

-- The number that the part of a line was found by, as the buyer named it.
alter table cart_lines
  add column number text,
  add constraint cart_lines_number check (length(number) between 1 and 100) not valid;
alter table saved_list_lines
  add column number text,
  add constraint saved_list_lines_number check (length(number) between 1 and 100) not valid;
