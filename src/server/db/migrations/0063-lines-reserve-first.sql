-- A line is the first reservation of its units: no movement of stock repeats it.
do $$
begin
  if exists (
    select from order_lines left join stock_movements as held on held.order_id = order_lines.order_id
      and held.product_id = order_lines.product_id and hold_round = 1 and reason = 'held'
    where delta is distinct from -order_lines.quantity
  ) then
    raise exception 'a line of an order differs from its first reservation';
  end if;
end
$$;
alter table stock_movements disable trigger stock_movements_append_only;
delete from stock_movements where reason = 'held' and hold_round = 1;
alter table stock_movements enable trigger stock_movements_append_only;
alter table stock_movements
  add constraint stock_movements_after_first check (reason <> 'held' or hold_round > 1);

-- All movements of stock, with the first reservation of each line.
create view stock_ledger as
select product_id, order_id, hold_round, delta, reason from stock_movements
union all
select product_id, order_id, 1, -quantity, 'held' from order_lines;

-- The sum of a product's lines is read off the index, without the rows.
alter table stock_movements drop constraint stock_movements_line;
alter table order_lines
  drop constraint order_lines_once,
  add constraint order_lines_once unique (product_id, order_id) include (quantity);
alter table stock_movements
  add constraint stock_movements_line foreign key (product_id, order_id)
    references order_lines (product_id, order_id);
