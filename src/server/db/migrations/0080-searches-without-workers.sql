-- A search by an index reads few rows, of which the planner knows no number. For the price of `dear_to_search`
-- (`0025-search-cost.sql`) it would start parallel workers, which take longer to start than the search takes.
alter function dear_to_search(text) parallel unsafe;
