-- The sum of a product's movements is read off the index, without the rows.
create index if not exists stock_movements_sums on stock_movements (product_id) include (delta);
drop index stock_movements_of_product;
